// Run by bench/commits.ts as a process of its own: the service without brakes, with people who are logged in.
import { randomBytes } from 'node:crypto';
import { defaultConfig } from '../server/config.ts';
import { startServer } from '../server/main.ts';
import { createCredential } from '../server/security/credential.ts';
import { hashCredential } from '../server/security/hash-credential.ts';
import { createId } from '../server/security/id.ts';
import { slowDown } from './subjects/slow-disk.ts';

const people = 100;
const [database = '', secrets, diskMs = '0'] = process.argv.slice(2);
if (diskMs !== '0') slowDown(Number(diskMs));
const say = () => {};
const silent = { debug: say, info: say, warn: say, error: say };

const server = await startServer({
  config: { ...defaultConfig, port: 0, database, secrets, brakes: undefined, maximumKeys: 1_000_000 },
  log: silent,
});
const tokens = await Promise.all(Array.from({ length: people }, logIn));
process.stdout.write(`${JSON.stringify({ url: server.url, tokens })}\n`);
process.stdin.resume().once('end', async () => {
  await server.close();
  process.exit();
});

// Straight to the store: verifying a hundred passwords would take longer than the rest.
async function logIn(_: unknown, index: number): Promise<string> {
  const { accounts, logins } = server.store;
  const id = createId('user', randomBytes);
  const now = Date.now();
  const person = { id, identity: `${index}@example.com`, nickname: 'Bench', passwordHash: 'none' };
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
