// The service as built, with users who are logged in.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startServer } from '../../operator/run/start-server.ts';
import { defaultConfig, defaultRateLimits } from '../../server/config/config.ts';
import { createCredential } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/credential-hashes.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import { createId } from '../../server/security/random.ts';
import { options, ready } from '../processes/child.ts';
import { slowDown } from './slow-disk.ts';

export interface ServiceOptions {
  readonly database: string;
  readonly secrets?: string;
  /** The number of users that are logged in. */
  readonly users: number;
  /** The password of as many other users. They log in, because a login ends the oldest token of a user who has many. */
  readonly password?: string;
  /** Also start the internal listener, which verifies keys. */
  readonly internal?: boolean;
  /** Count requests as `serve` does, up to limits that nobody reaches. @default no rate limits */
  readonly countsRequests?: boolean;
  /** The delay of every durable commit, in addition to the disk's. */
  readonly diskMs?: number;
}

export interface ServiceInfo {
  readonly url: string;
  /** One access token per user that is logged in. */
  readonly tokens: readonly string[];
  /** The identities of the users who can log in. */
  readonly identities: readonly string[];
  readonly internal: { readonly url: string; readonly credential: string } | undefined;
}

const given = options<ServiceOptions>();
const { database, secrets, users, password, diskMs = 0 } = given;
if (diskMs > 0) slowDown(diskMs);
const passwords = createPasswords(defaultConfig.passwordCost);
const say = () => {};
const silent = { debug: say, info: say, warn: say, error: console.error };

const unreachable = 1_000_000_000;
const requestsPerMinute = {
  login: unreachable,
  generateApiKey: unreachable,
  revokeApiKey: unreachable,
};

const server = await startServer({
  config: {
    ...defaultConfig,
    ...{ port: 0, database, secrets, maximumKeys: 1_000_000 },
    rateLimits: given.countsRequests ? { ...defaultRateLimits, requestsPerMinute } : undefined,
    internal: given.internal ? { listen: '127.0.0.1:0' } : undefined,
  },
  log: silent,
  passwords,
});
const tokens = await Promise.all(Array.from({ length: users }, logIn));
const identities =
  password === undefined ? [] : await addUsersWithPassword(await passwords.hash(password));
const internal = server.internal && {
  url: server.internal.url,
  credential: (await readFile(server.internal.credentialFile, 'utf8')).trim(),
};
const info: ServiceInfo = { url: server.url, tokens, identities, internal };
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
  });
  return token;
}

async function addUsersWithPassword(passwordHash: string): Promise<string[]> {
  const added = Array.from({ length: users }, () => addUser(passwordHash));
  return (await Promise.all(added)).map(({ identity }) => identity);
}

async function addUser(passwordHash: string) {
  const id = createId('user', randomBytes);
  const user = { id, identity: `${id}@example.com`, nickname: 'Bench', passwordHash };
  await server.store.accounts.add(user, Date.now());
  return user;
}
