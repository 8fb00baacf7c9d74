// The service as built, with users who are logged in.
import { randomBytes } from 'node:crypto';
import { createCredential } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/hash-credential.ts';
import { createPasswords } from '../../server/security/passwords.ts';
import { createId } from '../../server/security/random.ts';
import { options, ready } from '../processes/child.ts';
import { slowDown } from './slow-disk.ts';

export interface ServiceOptions {
  readonly database: string;
  readonly keyFile?: string;
  /** The number of users that are logged in. */
  readonly users: number;
  /** The password of as many other users. They log in, because a login ends the oldest token of a user who has many. */
  readonly password?: string;
  /** The delay of every durable commit, in addition to the disk's. */
  readonly diskMs?: number;
}

export interface ServiceInfo {
  readonly url: string;
  /** One access token per user that is logged in. */
  readonly tokens: readonly string[];
  /** The identities of the users who can log in. */
  readonly identities: readonly string[];
}

const given = options<ServiceOptions>();
const { database, keyFile, users, password, diskMs = 0 } = given;
if (diskMs > 0) slowDown(diskMs);
const { startServer } = await import('../../server/service.ts');
const passwords = createPasswords({ atOnce: 1, waiting: 1 });
const say = () => {};
const silent = { debug: say, info: say, warn: say, error: console.error };

const server = await startServer({
  config: {
    port: 0,
    database,
    encryptionKeyFile: keyFile,
    maximumKeys: 1_000_000,
    rateLimits: false,
  },
  log: silent,
});
const tokens = await Promise.all(Array.from({ length: users }, logIn));
const identities =
  password === undefined ? [] : await addUsersWithPassword(await passwords.hash(password));
const info: ServiceInfo = { url: server.url, tokens, identities };
ready(info, server.close);

// Writes to the store: verifying hundreds of passwords would take longer than the benchmark.
async function logIn(): Promise<string> {
  const { id } = await addUser('none');
  const token = createCredential('accessToken', randomBytes);
  const now = Date.now();
  await server.store.logins.complete({
    accountId: id,
    revision: 1,
    code: undefined,
    tokenHash: hashCredential(token),
    now,
    expiresAt: now + 3_600_000,
    maximumTokens: 20,
    traceId: '0'.repeat(32),
  });
  return token;
}

async function addUsersWithPassword(passwordHash: string): Promise<string[]> {
  const added = Array.from({ length: users }, () => addUser(passwordHash));
  return (await Promise.all(added)).map(({ identity }) => identity);
}

async function addUser(passwordHash: string) {
  const id = createId('user', randomBytes);
  const user = {
    id,
    identity: `${id}@example.com`,
    nickname: 'Bench',
    passwordHash,
    mfa: undefined,
  };
  await server.store.accounts.add(user, Date.now());
  return user;
}
