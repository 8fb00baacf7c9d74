import { defaultLimits, type Limits } from './http/limits.ts';

export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly databasePath: string;
  readonly tokenLifetimeMs: number;
  readonly maximumKeys: number;
  /** How long requests under way may take to finish after SIGTERM. */
  readonly drainMs: number;
  readonly limits: Limits;
}

export const defaultConfig = {
  host: '127.0.0.1',
  port: 8080,
  databasePath: './data/account-access.db',
  tokenLifetimeMs: 60 * 60 * 1000,
  maximumKeys: 100,
  drainMs: 10_000,
  limits: defaultLimits,
} as const satisfies Config;
