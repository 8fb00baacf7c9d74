import type { Header } from '../http/request.ts';

/** A rule that the server does not follow on purpose. Rules with the basis `shown` cannot be waived. */
export interface Waiver {
  /** A check's id, or a prefix of it that ends in `*`. */
  readonly check: string;
  readonly reason: string;
}

/** What is different for one operation. */
export interface OperationSettings {
  /** Why no check sends it a request. */
  readonly skip?: string;
  /** Sent with its requests. Reports do not show their values. */
  readonly headers: readonly Header[];
  readonly requestsPerSecond?: number;
  /** For one response. */
  readonly timeoutMs?: number;
  /** Values of its parameters and of the fields of its body. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Everything about a server under test, with its secrets resolved. `profile.schema.json` describes the file. */
export interface Profile {
  /** Valid credentials by security scheme. */
  readonly credentials: Readonly<Record<string, string>>;
  /** For a credential from a command, by security scheme: runs the command again, and sets the new value in `credentials`. */
  readonly renewals: ReadonlyMap<string, () => Promise<string>>;
  /** Those of another user, who must not reach what the first user creates. */
  readonly otherCredentials: Readonly<Record<string, string>>;
  readonly waivers: readonly Waiver[];
  /** How many logins and failed logins a run may use. Infinity when the profile does not say. */
  readonly budget: { readonly logins: number; readonly failures: number };
  readonly limits: {
    readonly requestsPerSecond: number | undefined;
    readonly parallel: number;
  };
  /** Sent with every request. Reports do not show their values. */
  readonly headers: readonly Header[];
  /** Values of parameters and of fields of bodies by name, or by `METHOD /path` and name for one operation. */
  readonly values: Readonly<Record<string, unknown>>;
  /** By patterns, as `--operation` has them. */
  readonly operations: Readonly<Record<string, OperationSettings>>;
  /** Those of `values` that are secret. */
  readonly secretValues: readonly (readonly [name: string, value: string])[];
  /** Decrypts the key of the client certificate. */
  readonly passphrase: string | undefined;
}

/** The name under which reports show a credential. */
export function credentialVariable(scheme: string): string {
  return `CREDENTIAL_${variableName(scheme)}`;
}

export function variableName(text: string): string {
  return text.replace(/\W+/g, '_').toUpperCase();
}

/** A profile that says nothing. Checks that need what is missing are skipped. */
export const emptyProfile: Profile = {
  credentials: {},
  renewals: new Map(),
  otherCredentials: {},
  waivers: [],
  budget: { logins: Number.POSITIVE_INFINITY, failures: Number.POSITIVE_INFINITY },
  limits: { requestsPerSecond: undefined, parallel: 8 },
  headers: [],
  values: {},
  operations: {},
  secretValues: [],
  passphrase: undefined,
};
