import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';
import { type Config, defaultConfig } from '../../../server/config/config.ts';
import { ensureDemoAccounts } from '../../../server/demo.ts';
import type { Passwords } from '../../../server/security/passwords.ts';
import { type RunningServer, startServer } from '../../../server/service.ts';
import { type Clock, createClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export interface TestServerOptions {
  readonly config?: Partial<Config>;
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

/** Starts a server without rate limits. The caller must close it, which also removes its database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const given = options.config?.database;
  const { database, keyFile, remove } =
    given === undefined
      ? await createTestDatabase()
      : { database: given, keyFile: undefined, remove: async () => {} };
  const log = captureLog();
  const clock = createClock();
  let passwords: Passwords | undefined;
  const server = await startServer({
    config: {
      ...defaultConfig,
      port: 0,
      docs: false,
      rateLimits: false,
      encryptionKeyFile: keyFile,
      ...options.config,
      database,
    },
    log: log.log,
    now: options.now ?? clock.now,
    prepare: async ({ accounts }, own) => {
      passwords = own;
      if (options.demo) await ensureDemoAccounts(accounts, own);
    },
  }).catch(async (error) => {
    // Nobody closes a server that did not start.
    await remove();
    throw error;
  });
  if (passwords === undefined) throw new Error('a server that runs has prepared its store');
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
