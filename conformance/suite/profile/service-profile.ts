import {
  type CheckContext,
  emptyProfile,
  memoize,
  type Need,
  type Profile,
  type ProfilePart,
  type ReadReference,
} from '../../engine/index.ts';

/** An account on the server under test. No check locks or changes it permanently. */
export interface AccountFixture {
  readonly identity: string;
  readonly password: string;
}
/** One with one-time codes (RFC 6238: SHA-1, 30 s, six digits). */
export interface MfaFixture extends AccountFixture {
  /** Base32. */
  readonly totpSecret: string;
  readonly recoveryCodes: readonly string[];
}

interface ServiceFields {
  readonly fixtures: {
    readonly account?: AccountFixture;
    readonly secondAccount?: AccountFixture;
    readonly mfaAccount?: MfaFixture;
    readonly secondMfaAccount?: MfaFixture;
    readonly disabledAccount?: AccountFixture;
  };
  /** JSON Pointer to the id in the response of key generation. Undefined: try common names. */
  readonly keyId: string | undefined;
  /** How the server reports failures: by HTTP status, by `status.code` in the envelope, or to be found out. */
  readonly failures: 'http' | 'envelope' | 'auto';
}

/** A profile with what the checks of this service need in addition. */
export type ServiceProfile = Profile & ServiceFields;
export type FailureStyle = ServiceProfile['failures'];

export interface ServiceBase extends CheckContext {
  readonly profile: ServiceProfile;
}

const noFixtures: ServiceFields = { fixtures: {}, keyId: undefined, failures: 'auto' };

export const emptyServiceProfile: ServiceProfile = { ...emptyProfile, ...noFixtures };

/** The profile of a run, which the checks of every response need. One that was read without the fields of this service has no fixtures. */
export const serviceProfileOf = memoize(
  (profile: Profile): ServiceProfile => ({ ...noFixtures, ...profile }),
);

export function mfaFixturesOf({ fixtures }: ServiceProfile): readonly MfaFixture[] {
  return [fixtures.mfaAccount, fixtures.secondMfaAccount].filter((one) => one !== undefined);
}

/** The fields that are valid by the schema below. */
interface Written {
  readonly fixtures?: Readonly<Record<string, WrittenFixture>>;
  readonly keyId?: string;
  readonly failures?: FailureStyle;
}
type WrittenFixture = AccountFixture & { totpSecret?: string; recoveryCodes?: readonly string[] };

async function read(file: Written, secret: ReadReference): Promise<ServiceFields> {
  const { keyId = 'auto', failures = 'auto' } = file;
  const fixtures: Record<string, AccountFixture> = {};
  // One secret after the other, so that prompts do not overlap.
  for (const [name, { identity, password, totpSecret, recoveryCodes = [] }] of Object.entries(
    file.fixtures ?? {},
  )) {
    const path = `/fixtures/${name}`;
    const account = { identity, password: await secret(password, `${path}/password`) };
    fixtures[name] = account;
    if (totpSecret === undefined) continue;
    const codes: string[] = [];
    for (const [at, code] of recoveryCodes.entries())
      codes.push(await secret(code, `${path}/recoveryCodes/${at}`));
    const mfa = {
      totpSecret: await secret(totpSecret, `${path}/totpSecret`),
      recoveryCodes: codes,
    };
    fixtures[name] = { ...account, ...mfa };
  }
  return { fixtures, keyId: keyId === 'auto' ? undefined : keyId, failures };
}

const identity = { type: 'string', minLength: 1 };
const secret = { $ref: '#/$defs/secret' };
const account = { $ref: '#/$defs/account' };

/** The fields of a profile that only the checks of this service need. */
export const serviceProfilePart: ProfilePart<Written> = {
  properties: {
    fixtures: {
      description:
        'Accounts that exist on the server. Each is optional: checks that need a missing one are skipped.',
      type: 'object',
      additionalProperties: false,
      properties: {
        account: { ...account, description: 'Without multi-factor authentication.' },
        secondAccount: account,
        mfaAccount: { $ref: '#/$defs/mfaAccount' },
        secondMfaAccount: { $ref: '#/$defs/mfaAccount' },
        disabledAccount: account,
      },
    },
    keyId: {
      description:
        'JSON Pointer to the id of a new key in the response, or `auto` to try common names.',
      type: 'string',
      pattern: '^(auto|(/[^/]+)+)$',
      default: 'auto',
    },
    failures: {
      description:
        'Whether failures use HTTP statuses (`http`) or HTTP 200 with another status.code (`envelope`).',
      enum: ['http', 'envelope', 'auto'],
      default: 'auto',
    },
  },
  $defs: {
    account: {
      type: 'object',
      additionalProperties: false,
      required: ['identity', 'password'],
      properties: { identity, password: secret },
    },
    mfaAccount: {
      type: 'object',
      additionalProperties: false,
      required: ['identity', 'password', 'totpSecret'],
      properties: {
        identity,
        password: secret,
        totpSecret: { description: 'Base32, 30 s steps, six digits.', ...secret },
        recoveryCodes: { type: 'array', items: secret },
      },
    },
  },
  read,
};

function fixture(name: keyof ServiceProfile['fixtures'], more: Pick<Need, 'optional'> = {}): Need {
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
    isMet: (profile) =>
      (serviceProfileOf(profile).fixtures.mfaAccount?.recoveryCodes.length ?? 0) > 0,
    missing: 'the profile has no fixtures.mfaAccount.recoveryCodes',
    optional: true,
  },
} as const satisfies Readonly<Record<string, Need>>;

export type ServiceNeed = keyof typeof serviceNeeds | 'destructive' | 'fuzz';
