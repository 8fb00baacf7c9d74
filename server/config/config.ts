import { availableParallelism } from 'node:os';
import { type OperationId, operations } from '../../generated/contract.ts';
import { defaultLimits, type Limits } from '../http/limits.ts';
import type { HashingBounds } from '../security/passwords/bounded-passwords.ts';
import { type PasswordCost, passwordCost } from '../security/passwords/password-cost.ts';
import type { FailedLoginLimits } from '../security/throttle/failed-logins.ts';

/** How often clients may send requests and fail to log in (decision `limits`). */
export interface RateLimits {
  /** Logins per IP address, all other operations per user. */
  readonly requestsPerMinute: Readonly<Record<OperationId, number>>;
  readonly failedLogins: FailedLoginLimits;
}

/** All there is to configure, as a file for `serve --config` says it. Times are milliseconds. */
export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The path of an SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string;
  /** The file with the keys that secrets are encrypted with; `undefined` for `<database>.secrets`. */
  readonly secrets: string | undefined;
  /** To PostgreSQL at once, at most. */
  readonly databaseConnections: number;
  readonly tokenLifetimeMs: number;
  readonly maximumKeys: number;
  readonly sweeping: SweepTimes;
  /** How long to go on as usual after SIGTERM, with `/ready` of the internal listener red, so that a balancer sees it. */
  readonly drainDelayMs: number;
  /** How long requests under way may take to finish after that. */
  readonly drainMs: number;
  readonly limits: Limits;
  /** `undefined` turns rate limits off, as in a demo. */
  readonly rateLimits: RateLimits | undefined;
  /** What hashing a password costs; stored hashes follow at the next login of their owners. */
  readonly passwordCost: PasswordCost;
  readonly hashing: HashingBounds;
  /** Proxies before the service, whose `X-Forwarded-For` is believed. */
  readonly trustedHops: number;
  /** Whether a proxy that speaks TLS stands before the service, so that plain HTTP may be spoken off the loopback. */
  readonly behindProxy: boolean;
  /** `undefined` for plain HTTP. */
  readonly tls: TlsFiles | undefined;
  /** The listener for other services and for operators; `undefined` for none. */
  readonly internal: InternalListener | undefined;
  /** Whose pages in browsers may read the answers (the origin of a page, as `https://app.example.com`). */
  readonly corsOrigins: readonly string[];
}

export interface SweepTimes {
  /** Around the first sweep after the start, in milliseconds. */
  readonly firstMs: number;
  /** Around each sweep after another. */
  readonly everyMs: number;
}

/** Paths of PEM files, read at the start and at SIGHUP. */
export interface TlsFiles {
  /** The certificate, then those that lead to a root. */
  readonly certificate: string;
  readonly key: string;
}

/** Where other services and operators ask, and how they prove themselves. */
export interface InternalListener {
  /** `host:port`, or `unix:/path` of a socket. */
  readonly listen: string;
  /** The path of a file, made if it is missing; `undefined` for `<database>.internal-credential`. */
  readonly credentialFile?: string | undefined;
}

const seconds = 1000;
const hours = 3600 * seconds;

/** The rate limits of `serve` (decision `limits`). */
export const defaultRateLimits = {
  requestsPerMinute: requestsPerMinute(),
  failedLogins: {
    logins: { free: 5, firstWaitMs: 1 * seconds, longestWaitMs: 900 * seconds },
    codes: { free: 20, firstWaitMs: 1 * hours, longestWaitMs: 1 * hours },
    forgetMs: 24 * hours,
  },
} as const satisfies RateLimits;

// The contract says how often each operation may be called: `x-limits`.
function requestsPerMinute(): RateLimits['requestsPerMinute'] {
  const limits = Object.entries(operations).map(([id, operation]) => [id, operation.requestsPerMinute]);
  // The entries have the ids of all operations.
  return Object.fromEntries(limits) as RateLimits['requestsPerMinute'];
}

/** What holds where neither file, nor environment, nor flags say anything. */
export const defaultConfig = {
  host: '127.0.0.1',
  port: 8080,
  database: './data/account-access.db',
  secrets: undefined,
  databaseConnections: 10,
  tokenLifetimeMs: 60 * 60 * 1000,
  maximumKeys: 100,
  sweeping: { firstMs: 30 * seconds, everyMs: 300 * seconds },
  drainDelayMs: 0,
  drainMs: 10_000,
  limits: defaultLimits,
  rateLimits: defaultRateLimits,
  passwordCost,
  // Half a second's work, or less, may wait.
  hashing: { atOnce: availableParallelism(), waiting: 16 * availableParallelism() },
  trustedHops: 0,
  behindProxy: false,
  tls: undefined,
  internal: undefined,
  corsOrigins: [],
} as const satisfies Config;
