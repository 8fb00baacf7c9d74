import type { Need } from '../../engine/index.ts';
import { type ServiceProfile, serviceProfileOf } from './service-profile.ts';

type Fixtures = ServiceProfile['fixtures'];

function fixture(name: keyof Fixtures, more: Pick<Need, 'optional'> = {}): Need {
  return {
    isMet: (profile) => serviceProfileOf(profile).fixtures[name] !== undefined,
    missing: `the profile has no fixtures.${name}`,
    ...more,
  };
}

/** What the checks of this service need of a profile. A server need not know disabled accounts or recovery codes. */
export const serviceNeeds = {
  account: fixture('account'),
  secondAccount: fixture('secondAccount'),
  mfaAccount: fixture('mfaAccount'),
  secondMfaAccount: fixture('secondMfaAccount'),
  disabledAccount: fixture('disabledAccount', { optional: true }),
  recoveryCodes: {
    isMet: (profile) => (serviceProfileOf(profile).fixtures.mfaAccount?.recoveryCodes.length ?? 0) > 0,
    missing: 'the profile has no fixtures.mfaAccount.recoveryCodes',
    optional: true,
  },
} as const satisfies Readonly<Record<string, Need>>;

export type ServiceNeed = keyof typeof serviceNeeds | 'destructive' | 'fuzz';
