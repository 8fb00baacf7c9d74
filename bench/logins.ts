import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash, verify } from '@node-rs/argon2';
import { demoAccounts } from '../server/operator/demo-accounts.ts';
import { passwordCost } from '../server/security/password-cost.ts';
import { startListening } from '../test/support/listening.ts';

/**
 * Logins a second beside a bare Argon2id loop at the same cost on the same cores, in short turns; and how long key operations
 * take while nobody logs in, and while everybody does. `npm run bench:logins`
 */
const turns = 5;
const turnMs = 2000;
const stormConnections = 32;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}
interface Called {
  readonly status: number;
  readonly ms: number;
  readonly data: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'account-access-bench-'));
const service = await startListening((port) => [
  `${root}dist/bin/account-access.js`,
  ...['serve', '--demo', '--port', String(port), '--database', join(folder, 'logins.db')],
]);
const agent = new Agent({ keepAlive: true });
try {
  await compare();
} finally {
  agent.destroy();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const bare = await bareVerification();
  const { plain, second } = demoAccounts;
  const logIn = () => call({ method: 'POST', path: '/v1/auth/login', body: credentials(plain) });
  const cores = availableParallelism();
  await Promise.all([repeat(cores, turnMs / 2, bare), repeat(cores, turnMs / 2, logIn)]);

  const rates: Record<'bare' | 'logins', number[]> = { bare: [], logins: [] };
  const times: Record<'idle' | 'storm', number[]> = { idle: [], storm: [] };
  let turnedAway = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    rates.bare.push((await repeat(cores, turnMs, bare)).perSecond);
    rates.logins.push((await repeat(4 * cores, turnMs, logIn)).perSecond);
    const { data } = await call({ method: 'POST', path: '/v1/auth/login', body: credentials(second) });
    const keys = keyOperations(data.access_token ?? '');
    times.idle.push(...(await repeat(1, turnMs, keys)).results.flat());
    const [storm, during] = await Promise.all([
      repeat(stormConnections, turnMs, logIn),
      repeat(1, turnMs, keys),
    ]);
    turnedAway += storm.results.filter(({ status }) => status === 503).length;
    times.storm.push(...during.results.flat());
  }

  const [cpu] = cpus();
  const { memoryCost, timeCost, parallelism } = passwordCost;
  console.log(`Node ${process.version}, ${cores} × ${cpu?.model}, medians of ${turns} turns of ${turnMs} ms`);
  console.log(`Argon2id m=${memoryCost},t=${timeCost},p=${parallelism}\n`);
  const [loops, logins] = [median(rates.bare), median(rates.logins)];
  console.log(`bare Argon2id, ${cores} at once      ${loops.toFixed(1)} a second`);
  console.log(
    `logins, ${4 * cores} connections        ${logins.toFixed(1)} a second   ${(logins / loops).toFixed(2)} of bare\n`,
  );
  for (const [name, all] of Object.entries(times))
    console.log(
      `key operation, ${name.padEnd(8)} p50 ${quantile(all, 0.5).toFixed(1)} ms   p99 ${quantile(all, 0.99).toFixed(1)} ms   of ${all.length}`,
    );
  console.log(
    `\nthe storm: ${stormConnections} connections that log in, of whom ${turnedAway} were told to come back later`,
  );
}

/** A generation and a revocation, and how many milliseconds each took. */
function keyOperations(token: string): () => Promise<number[]> {
  return async () => {
    const made = await call({ method: 'POST', path: '/v1/security/apikey/generate', token, body: {} });
    const ended = await call({ method: 'DELETE', path: `/v1/security/apikey/${made.data.id}`, token });
    if (made.status !== 200 || ended.status !== 200)
      throw new Error(`answered with ${made.status}, ${ended.status}`);
    return [made.ms, ended.ms];
  };
}

async function bareVerification(): Promise<() => Promise<boolean>> {
  const password = 'a password like any other';
  const secret = randomBytes(32);
  const stored = await hash(password, { ...passwordCost, secret });
  return () => verify(stored, password, { secret });
}

async function repeat<Result>(workers: number, ms: number, work: () => Promise<Result>) {
  const begin = performance.now();
  const results: Result[] = [];
  const workOn = async () => {
    while (performance.now() < begin + ms) results.push(await work());
  };
  await Promise.all(Array.from({ length: workers }, workOn));
  return { results, perSecond: results.length / ((performance.now() - begin) / 1000) };
}

function call({ method, path, token, body }: Call): Promise<Called> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  };
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, agent, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { data = {} } = JSON.parse(Buffer.concat(chunks).toString());
      resolve({ status: response.statusCode ?? 0, ms: performance.now() - begin, data });
    });
    sent.once('error', reject).end(text);
  });
}

function credentials({ identity, password }: { readonly identity: string; readonly password: string }) {
  return { identity, password };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}
