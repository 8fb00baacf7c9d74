import { availableParallelism } from 'node:os';
import { limits, type OperationId, operations } from '../../generated/contract.ts';
import { defaultLimits, type Limits } from '../http/guard.ts';
import type { HashingBounds } from '../security/passwords/bounded-passwords.ts';
import { type PasswordCost, passwordCost } from '../security/passwords/password-cost.ts';
import type { FailedLoginLimits } from '../security/throttle/failed-logins.ts';

/** How often clients may send requests and fail to log in (decision `limits`). */
export interface RateLimits {
  /** Logins per IP address, all other operations per user. */
  readonly requestsPerMinute: Readonly<Record<OperationId, number>>;
  readonly failedLogins: FailedLoginLimits;
}

/** The whole configuration, with the fields of a file for `serve --config`. Times are milliseconds. */
export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The path of an SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string;
  /** The file with the keys that secrets are encrypted with; `undefined` for `<database>.secrets`. */
  readonly secrets: string | undefined;
  /** The maximum number of connections to PostgreSQL. */
  readonly databaseConnections: number;
  readonly tokenLifetimeMs: number;
  readonly maximumKeys: number;
  readonly sweeping: SweepTimes;
  /** How long to keep serving after SIGTERM while `/ready` reports that the server stops, so that a load balancer notices. */
  readonly drainDelayMs: number;
  /** How long running requests may take to finish after that. */
  readonly drainMs: number;
  readonly limits: Limits;
  /** `undefined` turns rate limits off, as in a demo. */
  readonly rateLimits: RateLimits | undefined;
  /** The cost of hashing a password. Stored hashes get a new cost at the next login of their owners. */
  readonly passwordCost: PasswordCost;
  readonly hashing: HashingBounds;
  /** How many proxies in front of the service to trust for `X-Forwarded-For`. */
  readonly trustedHops: number;
  /** Whether a proxy terminates TLS, so that the service may use plain HTTP on addresses other than the loopback. */
  readonly behindProxy: boolean;
  /** `undefined` for plain HTTP. */
  readonly tls: TlsFiles | undefined;
  /** The listener for other services and for operators; `undefined` for none. */
  readonly internal: InternalListener | undefined;
  /** Origins whose pages may read the responses, such as `https://app.example.com`. */
  readonly corsOrigins: readonly string[];
  /** Whether the service has the docs, at `/docs`, and `/.well-known/api-catalog`. */
  readonly docs: boolean;
}

export interface SweepTimes {
  /** The time to the first sweep after the start, in milliseconds. Each time is varied by 20%. */
  readonly firstMs: number;
  /** The time between two sweeps. */
  readonly everyMs: number;
}

/** Paths of PEM files, read at the start and on SIGHUP. */
export interface TlsFiles {
  /** The certificate, followed by its intermediate certificates. */
  readonly certificate: string;
  readonly key: string;
}

/** The listener for other services and operators, and the credential they need. */
export interface InternalListener {
  /** `host:port`, or `unix:/path` of a socket. */
  readonly listen: string;
  /** The path of a file, created if it is missing. @default `<database>.internal-credential`, or `./data/internal-credential` */
  readonly credentialFile?: string | undefined;
  /**
   * For how many milliseconds an active API key needs no other look-up. A revocation by another process takes effect within that
   * time. @default 1000
   */
  readonly cacheMs?: number | undefined;
}

const seconds = 1000;
const hours = 3600 * seconds;

/** The rate limits of `serve` (decision `limits`). */
export const defaultRateLimits = {
  requestsPerMinute: requestsPerMinute(),
  failedLogins: {
    logins: {
      free: limits.freeFailedLogins,
      firstWaitMs: 1 * seconds,
      longestWaitMs: 900 * seconds,
    },
    accounts: { free: 50, firstWaitMs: 60 * seconds, longestWaitMs: 24 * hours },
    codes: { free: limits.freeFailedCodes, firstWaitMs: 1 * hours, longestWaitMs: 1 * hours },
    forgetMs: 24 * hours,
  },
} as const satisfies RateLimits;

// `x-limits` of the contract.
function requestsPerMinute(): RateLimits['requestsPerMinute'] {
  const entries = Object.entries(operations).map(([id, operation]) => [
    id,
    operation.requestsPerMinute,
  ]);
  // The entries have the ids of all operations.
  return Object.fromEntries(entries) as RateLimits['requestsPerMinute'];
}

// One per core, as far as libuv has threads: it has four by default, and reads the variable in this way.
const threads = Number.parseInt(process.env.UV_THREADPOOL_SIZE ?? '4', 10) || 1;
const hashingThreads = Math.min(availableParallelism(), Math.max(1, threads));

/** The defaults, which a configuration file, environment variables and flags override. */
export const defaultConfig = {
  host: '127.0.0.1',
  port: 8080,
  database: './data/account-access.db',
  secrets: undefined,
  databaseConnections: 10,
  tokenLifetimeMs: 60 * 60 * 1000,
  maximumKeys: limits.maximumKeys,
  sweeping: { firstMs: 30 * seconds, everyMs: 300 * seconds },
  drainDelayMs: 0,
  drainMs: 10_000,
  limits: defaultLimits,
  rateLimits: defaultRateLimits,
  passwordCost,
  // At most about half a second of work may wait.
  hashing: { atOnce: hashingThreads, waiting: 16 * hashingThreads },
  trustedHops: 0,
  behindProxy: false,
  tls: undefined,
  internal: undefined,
  corsOrigins: [],
  docs: true,
} as const satisfies Config;

/** The address of the internal listener: a port, or a Unix socket for services on the same machine. */
export type InternalAddress =
  | { readonly host: string; readonly port: number }
  | { readonly socket: string };

export const defaultInternalAddress = '127.0.0.1:8081';

/** Reads `host:port`, `[::1]:port` or `unix:/path`; `undefined` for anything else. */
export function parseInternalAddress(text: string): InternalAddress | undefined {
  const [, socket] = /^unix:(\/.+)$/.exec(text) ?? [];
  // Systems cut longer paths off.
  if (socket !== undefined) return Buffer.byteLength(socket) > 103 ? undefined : { socket };
  const [, ipv6, name, digits = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}
