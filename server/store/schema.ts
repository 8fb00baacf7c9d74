import type { Generated } from 'kysely';

// Times are whole milliseconds since 1970, UTC; what is not there is null. Both are the same in every engine.

export interface AccountsTable {
  id: string;
  /** As the operator gave it. */
  identity: string;
  /** The form that is looked up, unique. */
  identity_key: string;
  nickname: string;
  /** Encrypted: an Argon2id hash. */
  password_hash: string;
  /** What verifying the password costs, as the hash says it: `m=19456,t=2,p=1`. It stands here for being counted. */
  password_cost: string | null;
  /** 1 for a password that is only long enough together with MFA, 0 for one that is without; `null`: not known. */
  short_password: number | null;
  /** Encrypted: base32. */
  totp_secret: string | null;
  /** The last TOTP step that was consumed: only later ones are taken. */
  totp_last_step: number | null;
  /** Goes up with every change of password, MFA or state, so that a login begun before one cannot end after it. */
  revision: number;
  created_at: number;
  disabled_at: number | null;
  /** How many of its keys are not revoked, expired ones too. Triggers count; nothing else writes it. */
  unrevoked_keys: Generated<number>;
}

/** Of how many accounts verifying the password costs that. Triggers count; nothing else writes it. */
export interface PasswordCostsTable {
  /** As in `accounts.password_cost`. */
  cost: string;
  accounts: number;
}

export interface RecoveryCodesTable {
  account_id: string;
  /** Encrypted: SHA-256 in hex. */
  code_hash: string;
  used_at: number | null;
}

export interface AccessTokensTable {
  token_hash: string;
  account_id: string;
  created_at: number;
  expires_at: number;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  key_hash: string;
  key_prefix: string;
  description: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Append-only: triggers refuse to change or remove a row. Each is told of in the chain of its account. */
export interface AuditEventsTable {
  chain: number;
  /** 1, 2, 3 … in each chain, without gaps. */
  sequence: number;
  /** How `hash` was made. */
  format: number;
  at: number;
  /** No foreign key: what was done to an account is remembered after it is deleted. */
  account_id: string | null;
  actor: string;
  /** Of the answer to the request that did it. */
  trace_id: string | null;
  event: string;
  /** JSON, never a secret. */
  detail: string | null;
  /** Of the event before it in its chain. */
  previous_hash: string;
  /** Of all other columns. */
  hash: string;
}

/** The end of each chain: its row is the lock that whoever adds to the chain takes. */
export interface AuditChainsTable {
  chain: number;
  sequence: number;
  hash: string;
}

export interface RateLimitsTable {
  /** The hash of an identity (known or not), an account's id, or an IP address. */
  subject: string;
  /** What is limited: an operation, failed logins from an address, or one-time codes. */
  action: string;
  count: number;
  until: number;
  forget_at: number;
}

/** The keys of the secrets file that something in this database may be encrypted with. */
export interface EncryptionKeysTable {
  /** `clear` in a database whose secrets are not all encrypted yet. */
  id: string;
  /** Differs for another key with the same id. */
  check_value: string;
  added_at: number;
}

export interface Schema {
  accounts: AccountsTable;
  password_costs: PasswordCostsTable;
  recovery_codes: RecoveryCodesTable;
  access_tokens: AccessTokensTable;
  api_keys: ApiKeysTable;
  audit_chains: AuditChainsTable;
  audit_events: AuditEventsTable;
  rate_limits: RateLimitsTable;
  encryption_keys: EncryptionKeysTable;
}
