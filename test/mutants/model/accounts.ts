import { randomBytes } from 'node:crypto';
import {
  type AccountFixture,
  emptyServiceProfile,
  type MfaFixture,
  type ServiceProfile,
} from '../../../conformance/suite/profile/service-profile.ts';
import type { DemoAccount } from '../../../server/config/demo-accounts.ts';

export interface Account extends Omit<DemoAccount, 'mfa'> {
  readonly id: string;
  readonly totpSecret: string | undefined;
  readonly recoveryCodes: Set<string>;
  /** The newest time step whose code logged in. */
  lastStep: number;
}

export const fixtures = {
  account: { identity: 'ada@example.test', password: 'Correct horse battery staple' },
  // Longer than the 72 bytes that bcrypt reads, so that truncation shows, and with a letter beyond ASCII.
  secondAccount: {
    identity: 'ken@example.test',
    password: `St\u00e4ple-${'0123456789'.repeat(7)}-Battery`,
  },
  mfaAccount: {
    identity: 'mia@example.test',
    password: 'Guarded by two things',
    totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    recoveryCodes: ['alpha-12345-bravo', 'delta-67890-gamma', 'omega-13579-sigma'],
  },
  secondMfaAccount: {
    identity: 'moe@example.test',
    password: 'Guarded by two others',
    totpSecret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U',
    recoveryCodes: ['kappa-24680-lamda'],
  },
  disabledAccount: { identity: 'dan@example.test', password: 'Switched off for now' },
} as const;

/** Accounts by their lookup key. */
export function createAccounts(): Map<string, Account> {
  const all: Readonly<Record<string, AccountFixture & Partial<MfaFixture>>> = fixtures;
  return new Map(
    Object.entries(all).map(([name, { identity, password, totpSecret, recoveryCodes }]) => [
      identity,
      {
        id: `usr_${randomString(22)}`,
        identity,
        nickname: name,
        password,
        disabled: name === 'disabledAccount',
        totpSecret,
        recoveryCodes: new Set(recoveryCodes),
        lastStep: -1,
      },
    ]),
  );
}

export const modelProfile: ServiceProfile = {
  ...emptyServiceProfile,
  fixtures,
  budget: { logins: Number.POSITIVE_INFINITY, failures: Number.POSITIVE_INFINITY },
};

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits. The small bias does not affect the checks. */
export function randomString(length: number): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
