import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, onTestFinished, vi } from 'vitest';
import { ensureDemoAccounts } from '../../../operator/accounts/demo.ts';
import {
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../../../operator/run/start-server.ts';
import {
  type Config,
  defaultConfig,
  defaultRateLimits,
  type RateLimits,
} from '../../../server/config/config.ts';
import type { Limits } from '../../../server/http/guard.ts';
import {
  type Argon2,
  createPasswords,
  type Passwords,
} from '../../../server/security/passwords/password.ts';
import { type Clock, createClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export interface TestServerOptions extends Pick<ServerOptions, 'passwords' | 'wait' | 'document'> {
  readonly config?: Partial<Omit<Config, 'limits' | 'rateLimits'>>;
  readonly limits?: Partial<Limits>;
  /** Turns on the default rate limits, which would slow down other tests, or sets others. */
  readonly rateLimits?: boolean | RateLimits;
  /** Replaces the clock that stands still: `Date.now` for tools that have their own clock. */
  readonly now?: () => number;
  readonly demo?: boolean;
}

/** The service on a free port of the loopback, with its own database. */
export interface TestServer extends RunningServer {
  readonly port: number;
  readonly database: string;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly log: ReturnType<typeof captureLog>;
}

// Results must not depend on the duration of a test or the number of cores: no sweep in between, no full queue.
const steady = {
  sweeping: { firstMs: 2 ** 30, everyMs: 2 ** 30 },
  hashing: { ...defaultConfig.hashing, waiting: 1000 },
} as const satisfies Partial<Config>;

/** Argon2id at its lowest cost. */
export const cheapPasswords = () => createPasswords({ memoryCost: 8, timeCost: 1 });

/** Starts a server. The caller must close it, which also removes its database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const given = options.config?.database;
  const { database, secrets, remove } =
    given === undefined
      ? await createTestDatabase()
      : { database: given, secrets: undefined, remove: async () => {} };
  const log = captureLog();
  const clock = createClock();
  const now = options.now ?? clock.now;
  const { passwords = cheapPasswords(), demo = false } = options;
  const rateLimits =
    options.rateLimits === true ? defaultRateLimits : options.rateLimits || undefined;
  const limits = { ...defaultConfig.limits, ...options.limits };
  const starting = startServer({
    config: {
      ...defaultConfig,
      ...steady,
      port: 0,
      ...options.config,
      database,
      limits,
      rateLimits,
      secrets: options.config?.secrets ?? secrets,
    },
    log: log.log,
    now,
    passwords,
    ...(options.wait && { wait: options.wait }),
    ...(options.document && { document: options.document }),
    prepare: async ({ accounts }) => {
      if (demo) await ensureDemoAccounts({ accounts, passwords, random: randomBytes, now });
    },
  });
  // Nobody closes a server that did not start.
  const server = await starting.catch(async (error) => {
    await remove();
    throw error;
  });
  return {
    ...server,
    port: Number(new URL(server.url).port),
    database,
    clock,
    passwords,
    log,
    close: async () => {
      await server.close();
      await remove();
    },
  };
}

/** A server that closes when the test ends. */
export async function serverForTest(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** A server for all tests of a file: `const server = await serverForFile();` at its top. */
export async function serverForFile(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  return server;
}

interface LogLine extends Record<string, unknown> {
  readonly level: number;
  readonly msg: string;
}

/** A real log at its most verbose level, kept in memory. */
export function captureLog() {
  const chunks: string[] = [];
  const memory = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  /** Everything written so far, as in a log file. */
  const text = () => chunks.join('');
  return {
    log: pino({ level: 'trace' }, memory),
    text,
    lines: () =>
      text()
        .split('\n')
        .filter(Boolean)
        .map((line): LogLine => JSON.parse(line)),
  };
}

/** Passwords whose hash is the password itself, with a mock that counts the verifications. */
export function countingPasswords() {
  const verify = vi.fn<Argon2['verify']>(async (hash, password) => hash === String(password));
  const hash = async (password: Uint8Array) => String(password);
  return { verify, passwords: createPasswords({ argon2: { hash, verify } }) };
}
