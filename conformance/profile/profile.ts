import type { Header } from '../http/request.ts';

/** An account of the server under test, which no check locks or changes for good. */
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

/** Where failures say that they are failures. */
export type FailureStyle = 'http' | 'envelope' | 'auto';

/** A rule that the server breaks on purpose; none whose strength is `shown`. */
export interface Waiver {
  /** A check's id, or a prefix of it that ends in `*`. */
  readonly check: string;
  readonly reason: string;
}

/** What there is to know of a server under test, its secrets read. `profile.schema.json` describes the file. */
export interface Profile {
  readonly fixtures: {
    readonly account?: AccountFixture;
    readonly secondAccount?: AccountFixture;
    readonly mfaAccount?: MfaFixture;
    readonly secondMfaAccount?: MfaFixture;
    readonly disabledAccount?: AccountFixture;
  };
  /** Working credentials by security scheme, for documents other than this service's. */
  readonly credentials: Readonly<Record<string, string>>;
  /** JSON Pointer into the answer of key generation; undefined: look among usual names. */
  readonly keyId: string | undefined;
  readonly failures: FailureStyle;
  readonly waivers: readonly Waiver[];
  readonly budget: { readonly logins: number; readonly failures: number };
  readonly limits: {
    readonly requestsPerSecond: number | undefined;
    readonly parallel: number;
  };
  readonly headers: readonly Header[];
}

/** A profile without fixtures: only what needs none is run. */
export const emptyProfile: Profile = {
  fixtures: {},
  credentials: {},
  keyId: undefined,
  failures: 'auto',
  waivers: [],
  budget: { logins: 40, failures: 15 },
  limits: { requestsPerSecond: undefined, parallel: 4 },
  headers: [],
};
