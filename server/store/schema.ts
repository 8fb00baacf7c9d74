import type { Generated } from 'kysely';
import type { EncryptedPlace } from '../security/encryption/encryption.ts';

// Times are whole milliseconds since 1970, UTC. Missing values are null. Both are the same in every engine.

export interface Schema {
  accounts: {
    id: string;
    /** As the operator entered it. */
    identity: string;
    /** The normalized form for look-ups. It is unique. */
    identity_key: string;
    nickname: string;
    /** Encrypted: an Argon2id hash. */
    password_hash: string;
    /** The cost of the password hash: `m=19456,t=2,p=1`. It has a column of its own to be counted. */
    password_cost: string | null;
    /** 1 for a password that is long enough only with MFA, 0 for a longer one, `null` when it is unknown. */
    short_password: number | null;
    /** Encrypted: base32. */
    totp_secret: string | null;
    /** The last TOTP step that was consumed. Only later ones are accepted. */
    totp_last_step: number | null;
    /** Increases with every change of password, MFA or state: a login cannot complete across such a change. */
    revision: number;
    created_at: number;
    disabled_at: number | null;
    /** The number of keys that are not revoked, including expired ones. Only triggers write it. */
    unrevoked_keys: Generated<number>;
  };
  /** The number of accounts for each cost of a password hash. Only triggers write it. */
  password_costs: {
    /** As in `accounts.password_cost`. */
    cost: string;
    accounts: number;
  };
  recovery_codes: {
    account_id: string;
    /** Encrypted: SHA-256 in hex. */
    code_hash: string;
    used_at: number | null;
  };
  access_tokens: {
    token_hash: string;
    account_id: string;
    created_at: number;
    expires_at: number;
  };
  api_keys: {
    id: string;
    account_id: string;
    key_hash: string;
    key_prefix: string;
    description: string | null;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
  };
  /** The generated keys that a repeated request with the same `Idempotency-Key` gets again. */
  idempotency_records: {
    account_id: string;
    /** SHA-256 in hex of the account and the value of the header. */
    value_hash: string;
    /**
     * Encrypted: the random part of what the key is derived from. The key itself is not stored. It becomes
     * null when the key is revoked, by a trigger, and when the tokens of the account are ended.
     */
    key_material: string | null;
    key_id: string;
    expires_at: number;
  };
  /** Append-only: triggers reject changes and deletions. Each event is in the chain of its account. */
  audit_events: {
    chain: number;
    /** 1, 2, 3 … in each chain, without gaps. */
    sequence: number;
    /** The format of `hash`. */
    format: number;
    at: number;
    /** No foreign key: the events of an account stay after it is deleted. */
    account_id: string | null;
    actor: string;
    /** The trace id of the request that caused the event. */
    trace_id: string | null;
    event: string;
    /** JSON. It never contains a secret. */
    detail: string | null;
    /** The hash of the previous event in the chain. */
    previous_hash: string;
    /** The hash of all other columns. */
    hash: string;
  };
  /** The end of each chain. A transaction that adds an event locks the row of the chain. */
  audit_chains: Pick<Schema['audit_events'], 'chain' | 'sequence' | 'hash'>;
  rate_limits: {
    /** The keyed hash of an identity (known or not), an account's id, or a network. */
    subject: string;
    /** What is limited: an operation, failed logins from a network or from all of them, or one-time codes. */
    action: string;
    count: number;
    until: number;
    forget_at: number;
    /** How many of the counted logins are being verified. */
    pending: Generated<number>;
    /** Until when `pending` may be believed: a process that was killed leaves it behind. */
    pending_until: Generated<number>;
  };
  /** The networks from which an identity has logged in. */
  known_networks: {
    /** The keyed hash of the identity. */
    subject: string;
    /** The keyed hash of the network. */
    network: string;
    /** The failed logins from there since the last successful one. */
    failures: number;
    forget_at: number;
  };
  /** The keys of the secrets file that something in this database may be encrypted with. */
  encryption_keys: {
    id: string;
    /** Differs for another key with the same id. */
    check_value: string;
    added_at: number;
  };
}

/** An event that is not in its chain yet. */
export type NewEvent = Omit<
  Schema['audit_events'],
  'sequence' | 'format' | 'previous_hash' | 'hash'
>;

/** The columns with encrypted texts, and the column with the account they belong to. */
export const encryptedColumns = [
  { kind: 'passwords', table: 'accounts', column: 'password_hash', owner: 'id' },
  { kind: 'totpSecrets', table: 'accounts', column: 'totp_secret', owner: 'id' },
  { kind: 'recoveryCodes', table: 'recovery_codes', column: 'code_hash', owner: 'account_id' },
  {
    kind: 'idempotencyRecords',
    table: 'idempotency_records',
    column: 'key_material',
    owner: 'account_id',
  },
] as const;

export type EncryptedColumn = (typeof encryptedColumns)[number];

/** The places that the secrets of an account are encrypted for. */
export function encryptedPlaces(accountId: string) {
  return {
    passwordHash: { column: 'accounts.password_hash', accountId },
    totpSecret: { column: 'accounts.totp_secret', accountId },
    recoveryCodeHash: { column: 'recovery_codes.code_hash', accountId },
    keyMaterial: { column: 'idempotency_records.key_material', accountId },
  } as const satisfies Record<string, EncryptedPlace>;
}
