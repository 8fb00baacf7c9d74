import type { OneTimeCode } from '../security/one-time-codes.ts';

/** Who made a change: an operator with a command, or the service for the request with this trace id. */
export type Source =
  | { readonly actor: 'operator' }
  | { readonly actor: 'service'; readonly traceId: string };

/** The user whose access token came with the request. */
export interface Caller {
  readonly accountId: string;
  /** Of the account, when the token was checked. Changes that end tokens increase it. */
  readonly revision: number;
}

export interface Account {
  readonly id: string;
  /** As the operator entered it. */
  readonly identity: string;
  readonly nickname: string;
  readonly disabled: boolean;
  readonly mfaEnabled: boolean;
  readonly createdAt: number;
  readonly revision: number;
}

export interface AccountWithSecrets extends Account {
  /** An encoded Argon2id hash. */
  readonly passwordHash: string;
  /** Base32. */
  readonly totpSecret: string | undefined;
}

export interface NewMfa {
  /** Base32. */
  readonly totpSecret: string;
  /** The step of the code that confirmed the secret, which cannot be used again. */
  readonly confirmedStep: number | undefined;
  /** SHA-256 in hex: a recovery code has 75 random bits. */
  readonly recoveryCodeHashes: readonly string[];
}

export interface NewAccount {
  readonly id: string;
  readonly identity: string;
  readonly nickname: string;
  readonly passwordHash: string;
  readonly mfa: NewMfa | undefined;
}

export interface CompletedLogin {
  readonly accountId: string;
  /** The revision of the account when its password and code were checked. */
  readonly revision: number;
  /** Required when the account has MFA, ignored otherwise. */
  readonly code: OneTimeCode | undefined;
  readonly tokenHash: string;
  readonly now: number;
  readonly expiresAt: number;
  /** More tokens than these end the oldest ones. */
  readonly maximumTokens: number;
  readonly traceId: string;
}

/**
 * - `code_used`: the TOTP step, a later step, or the recovery code was used before, or the recovery code is unknown.
 * - `account_changed`: since it was read, the account's password or MFA changed, or it was disabled or deleted.
 */
export type LoginOutcome = 'ok' | 'code_used' | 'account_changed';

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The revision of the account when the token of the request was checked. */
  readonly revision: number;
  readonly keyHash: string;
  readonly keyPrefix: string;
  readonly description: string;
  readonly createdAt: number;
  readonly maximumKeys: number;
  readonly traceId: string;
  readonly idempotency: Idempotency | undefined;
}

export interface Idempotency {
  /** The value of the header `Idempotency-Key`. Only its hash is stored. */
  readonly key: string;
  /** The payload of the response as JSON. It is stored encrypted, until the key is revoked or the tokens of that time end. */
  readonly response: string;
  readonly expiresAt: number;
}

/**
 * - `replay`: a request with the same `Idempotency-Key` generated a key before; this is the payload of its response. Nothing was
 *   created.
 * - `idempotency_conflict`: that request had another description.
 * - `idempotency_key_spent`: the key of that request was revoked, or the tokens of that time were ended.
 * - `account_inactive`: the token of the request was ended since it was checked.
 */
export type KeyOutcome =
  | 'created'
  | { readonly replay: string }
  | 'key_limit_reached'
  | 'idempotency_conflict'
  | 'idempotency_key_spent'
  | 'account_inactive';

export interface Revocation {
  readonly accountId: string;
  /** The revision of the account when the token of the request was checked; `undefined` for operators, who have no token. */
  readonly revision: number | undefined;
  readonly keyId: string;
  readonly now: number;
  readonly source: Source;
}

/** `inactive`: its owner is disabled, until the owner is enabled again. */
export type ApiKeyState = 'active' | 'inactive' | 'revoked';

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly keyPrefix: string;
  readonly description: string;
  readonly state: ApiKeyState;
  readonly createdAt: number;
  readonly revokedAt: number | undefined;
}

export interface AccessToken extends Caller {
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An entry of the audit log, with ids and fixed words only. */
export interface Event {
  readonly id: number;
  readonly at: number;
  readonly accountId: string | undefined;
  readonly actor: string;
  readonly traceId: string | undefined;
  readonly event: EventName;
  readonly detail: Readonly<Record<string, string>> | undefined;
}

export type EventName =
  | 'account_added'
  | 'account_disabled'
  | 'account_enabled'
  | 'account_deleted'
  | 'password_changed'
  | 'mfa_enabled'
  | 'mfa_removed'
  | 'sessions_ended'
  | 'login_succeeded'
  | 'api_key_created'
  | 'api_key_repeated'
  | 'api_key_revoked';

/**
 * All that the service stores. Each change and its event are one transaction, and are on the disk when the promise resolves.
 *
 * Each change of an account ends its access tokens, forgets the stored responses of its idempotent requests, and resolves to `false`
 * when there is no such account. Disabling a disabled account, or enabling an enabled one, changes nothing.
 */
export interface Store {
  readonly accounts: {
    /** By NFC and lower case of the identity. */
    findByIdentity(identity: string): Promise<AccountWithSecrets | undefined>;
    findById(id: string): Promise<Account | undefined>;
    /** In the order in which they were added. */
    list(): Promise<Account[]>;
    isEmpty(): Promise<boolean>;
    add(account: NewAccount, now: number): Promise<'added' | 'identity_taken'>;
    disable(id: string, now: number): Promise<boolean>;
    enable(id: string, now: number): Promise<boolean>;
    setPassword(id: string, passwordHash: string, now: number): Promise<boolean>;
    /** Replaces existing MFA, with its recovery codes. */
    setMfa(id: string, mfa: NewMfa, now: number): Promise<boolean>;
    removeMfa(id: string, now: number): Promise<boolean>;
    /** Deletes its keys and tokens too. Its events stay. */
    delete(id: string, now: number): Promise<boolean>;
    endSessions(id: string, now: number): Promise<boolean>;
  };
  readonly logins: {
    /** Consumes the code and stores the token. */
    complete(login: CompletedLogin): Promise<LoginOutcome>;
  };
  readonly tokens: {
    /** The token with this hash, unless it has expired or its owner is disabled. */
    find(tokenHash: string, now: number): Promise<AccessToken | undefined>;
  };
  readonly apiKeys: {
    create(key: NewApiKey): Promise<KeyOutcome>;
    /**
     * The time of the first revocation. `undefined` for an id that is unknown, malformed, or of another account: callers cannot tell
     * which.
     */
    revoke(revocation: Revocation): Promise<number | 'account_inactive' | undefined>;
    /** The account's keys, oldest first. */
    list(accountId: string): Promise<ApiKey[]>;
    /** The key with this hash, in any state. */
    findByHash(keyHash: string): Promise<ApiKey | undefined>;
    find(id: string): Promise<ApiKey | undefined>;
  };
  readonly events: {
    /** In their order, after the event with this id. @param accountId only its events */
    list(options: {
      readonly after?: number | undefined;
      readonly accountId?: string | undefined;
      readonly limit: number;
    }): Promise<Event[]>;
  };
  /** Deletes tokens and stored responses that have expired. Other changes can run in between. */
  deleteExpired(now: number): Promise<void>;
}
