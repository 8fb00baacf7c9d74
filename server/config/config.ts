import { availableParallelism } from 'node:os';
import { limits } from '../../generated/contract.ts';
import type { HashingBounds } from '../security/passwords.ts';

/** The configuration of the service, with the fields of a file for `serve --config`. */
export interface Config {
  /** Address to listen on. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The path of an SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string;
  /** Maximum number of connections to PostgreSQL. */
  readonly databaseConnections: number;
  /** The file with the key that secrets are encrypted with; `undefined` for the default beside the database. */
  readonly encryptionKeyFile: string | undefined;
  /** How many proxies in front of the service to trust for `X-Forwarded-For`. */
  readonly trustedHops: number;
  /** Origins whose pages may read the responses, such as `https://app.example.com`. */
  readonly corsOrigins: readonly string[];
  /** `host:port` of the listener for other services and for operators; `undefined` for none. */
  readonly internal: string | undefined;
  /** The file with the credential of its callers; `undefined` for the default beside the database. */
  readonly internalCredentialFile: string | undefined;
  /** Whether the service has the docs, at `/docs`; not when it is mounted below another path. */
  readonly docs: boolean;
  readonly rateLimits: boolean;
  /** Lifetime of an access token. */
  readonly tokenLifetimeSeconds: number;
  /** Maximum number of active API keys per user. */
  readonly maximumKeys: number;
  /** How long to keep serving after SIGTERM while `/ready` reports that the service stops, so that a load balancer notices. */
  readonly drainDelaySeconds: number;
  /** How long running requests may take to finish after that. */
  readonly drainSeconds: number;
}

/** The defaults, which a configuration file, environment variables and options override. */
export const defaultConfig = {
  host: '127.0.0.1',
  port: 8080,
  database: './data/account-access.db',
  databaseConnections: 10,
  encryptionKeyFile: undefined,
  trustedHops: 0,
  corsOrigins: [],
  internal: undefined,
  internalCredentialFile: undefined,
  docs: true,
  rateLimits: true,
  tokenLifetimeSeconds: 3600,
  maximumKeys: limits.maximumKeys,
  drainDelaySeconds: 0,
  drainSeconds: 10,
} as const satisfies Config;

// libuv runs the verifications, in four threads by default.
const atOnce = Math.min(availableParallelism(), 4);

/** At most about half a second of work may wait. */
export const hashingBounds: HashingBounds = { atOnce, waiting: 16 * atOnce };
