// The service as it is built, without rate limits, with people who are logged in.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startServer } from '../../operator/run/start-server.ts';
import { defaultConfig } from '../../server/config/config.ts';
import { createCredential } from '../../server/security/credentials/credential.ts';
import { hashCredential } from '../../server/security/credentials/hash-credential.ts';
import { createId } from '../../server/security/id.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import type { PasswordCost } from '../../server/security/passwords/password-cost.ts';
import { options, ready } from '../processes/child.ts';
import { fillRevoked } from './fill-keys.ts';
import { slowDown } from './slow-disk.ts';

export interface ServiceOptions {
  readonly database: string;
  readonly secrets?: string;
  /** How many are logged in. */
  readonly people: number;
  /** How many keys each of them has revoked already. */
  readonly revoked?: number;
  /** With which as many others can log in: each login ends the oldest token of somebody who has many. */
  readonly password?: string;
  /** What verifying that password costs; as in the service unless given. */
  readonly passwordCost?: PasswordCost;
  /** Whether to listen for other services too, which then ask about keys. */
  readonly internal?: boolean;
  /** What every durable commit takes longer than the disk itself. */
  readonly diskMs?: number;
}

export interface ServiceInfo {
  readonly url: string;
  /** An access token of each who is logged in. */
  readonly tokens: readonly string[];
  /** Of those who can log in. */
  readonly identities: readonly string[];
  readonly internal?: { readonly url: string; readonly credential: string };
}

const given = options<ServiceOptions>();
const { database, secrets, people, password, passwordCost = defaultConfig.passwordCost, diskMs = 0 } = given;
if (diskMs > 0) slowDown(diskMs);
const passwords = createPasswords(passwordCost);
const say = () => {};
const silent = { debug: say, info: say, warn: say, error: console.error };

const server = await startServer({
  config: {
    ...defaultConfig,
    ...{ port: 0, database, secrets, passwordCost, rateLimits: undefined, maximumKeys: 1_000_000 },
    internal: given.internal ? { listen: '127.0.0.1:0' } : undefined,
  },
  log: silent,
  passwords,
});
const tokens = await Promise.all(Array.from({ length: people }, logIn));
if (given.revoked !== undefined) fillRevoked(database, given.revoked);
const identities = password === undefined ? [] : await addThoseWhoCan(await passwords.hash(password));
const info: ServiceInfo = {
  url: server.url,
  tokens,
  identities,
  ...(server.internal && (await asked(server.internal))),
};
ready(info, server.close);

// Straight to the store: verifying hundreds of passwords would take longer than the rest.
async function logIn(): Promise<string> {
  const { id } = await addPerson('none');
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

async function addThoseWhoCan(passwordHash: string): Promise<string[]> {
  const added = Array.from({ length: people }, () => addPerson(passwordHash));
  return (await Promise.all(added)).map(({ identity }) => identity);
}

async function addPerson(passwordHash: string) {
  const id = createId('user', randomBytes);
  const person = { id, identity: `${id}@example.com`, nickname: 'Bench', passwordHash };
  await server.store.accounts.add(person, Date.now());
  return person;
}

async function asked({ url, credentialFile }: { readonly url: string; readonly credentialFile: string }) {
  return { internal: { url, credential: (await readFile(credentialFile, 'utf8')).trim() } };
}
