// The service as it is built, without brakes, with people who are logged in.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { defaultConfig } from '../../server/config.ts';
import { startServer } from '../../server/main.ts';
import { createCredential } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/hash-credential.ts';
import { createId } from '../../server/security/id.ts';
import { options, ready } from '../processes/child.ts';
import { slowDown } from './slow-disk.ts';

export interface ServiceOptions {
  readonly database: string;
  readonly secrets?: string;
  readonly people: number;
  /** Whether to listen for other services too, which then ask about keys. */
  readonly internal?: boolean;
  /** What every durable commit takes longer than the disk itself. */
  readonly diskMs?: number;
}

export interface ServiceInfo {
  readonly url: string;
  /** An access token of each of the people. */
  readonly tokens: readonly string[];
  readonly internal?: { readonly url: string; readonly credential: string };
}

const { database, secrets, people, internal = false, diskMs = 0 } = options<ServiceOptions>();
if (diskMs > 0) slowDown(diskMs);
const say = () => {};
const silent = { debug: say, info: say, warn: say, error: console.error };

const server = await startServer({
  config: {
    ...defaultConfig,
    ...{ port: 0, database, secrets, brakes: undefined, maximumKeys: 1_000_000 },
    internal: internal ? { listen: '127.0.0.1:0' } : undefined,
  },
  log: silent,
});
const tokens = await Promise.all(Array.from({ length: people }, logIn));
const info: ServiceInfo = { url: server.url, tokens, ...(server.internal && (await asked(server.internal))) };
ready(info, server.close);

// Straight to the store: verifying hundreds of passwords would take longer than the rest.
async function logIn(): Promise<string> {
  const { accounts, logins } = server.store;
  const id = createId('user', randomBytes);
  const now = Date.now();
  const person = { id, identity: `${id}@example.com`, nickname: 'Bench', passwordHash: 'none' };
  await accounts.add(person, now);
  const token = createCredential('accessToken', randomBytes);
  await logins.complete({
    accountId: id,
    revision: 1,
    code: undefined,
    tokenHash: hashCredential(token),
    now,
    expiresAt: now + 3_600_000,
  });
  return token;
}

async function asked({ url, credentialFile }: { readonly url: string; readonly credentialFile: string }) {
  return { internal: { url, credential: (await readFile(credentialFile, 'utf8')).trim() } };
}
