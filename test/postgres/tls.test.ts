import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { clientFor } from '../../server/store/postgres/client.ts';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { connectionString } from '../../server/store/postgres/url.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { withLongTimeouts } from '../support/postgres/long-timeouts.ts';
import { selfSigned } from '../support/self-signed.ts';
import { temporaryDatabase, temporaryFolder } from '../support/server/database.ts';
import { setVariables } from '../support/set-variables.ts';

// The server has the key pair of the first, which is self-signed and only for 127.0.0.1.
const authority = fileURLToPath(
  new URL('../conformance/http/tls/certificate.pem', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { certificate: another } = selfSigned({ folder });

function urlWith(database: string, parameters: Record<string, string>, parts: Partial<URL> = {}) {
  const url = Object.assign(new URL(database), parts);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** A database that nobody gets to. */
const closed = () => withLongTimeouts(`${inject('postgres')}/postgres`);

async function isEncrypted(database: string): Promise<unknown> {
  const engine = await openPostgres(database, 2);
  onTestFinished(engine.close);
  const encrypted = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  const durable = await engine.write((transaction) => encrypted.execute(transaction));
  const quick = await engine.writeRelaxed((on) => encrypted.execute(on));
  expect(durable.rows).toEqual(quick.rows);
  return quick.rows[0]?.ssl;
}

test.each(['require', 'verify-full'])(
  'with sslmode=%s all connections are encrypted, to a server that the named authority vouches for',
  async (sslmode) => {
    const { database } = await temporaryDatabase();
    expect(await isEncrypted(urlWith(database, { sslmode, sslrootcert: authority }))).toBe(true);
  },
);

/** An engine, and the file of its authority. */
async function verifyingEngine() {
  const { database } = await temporaryDatabase();
  const sslrootcert = join(temporaryFolder(), 'ca.pem');
  copyFileSync(authority, sslrootcert);
  const engine = await openPostgres(urlWith(database, { sslmode: 'verify-full', sslrootcert }), 2);
  onTestFinished(engine.close);
  return { engine, sslrootcert };
}

test('while a file of the URL cannot be read, connections are opened with what it contained', async () => {
  const { engine, sslrootcert } = await verifyingEngine();
  rmSync(sslrootcert);
  await expect(engine.write(async () => 'written')).resolves.toBe('written');
});

test('a server that can no longer be verified is an outage', async () => {
  const { engine, sslrootcert } = await verifyingEngine();
  copyFileSync(another, sslrootcert);
  const error: unknown = await engine.write(async () => {}).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(engine.isOutage(error)).toBe(true);
});

test('reads what the URL omits from the variables of libpq', async () => {
  const { database } = await temporaryDatabase();
  setVariables({ PGSSLMODE: 'require' });
  await expect(openPostgres(database, 2)).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT');
  setVariables({ PGSSLROOTCERT: authority });
  expect(await isEncrypted(database)).toBe(true);
  // Like sslrootcert only, which implies TLS.
  setVariables({ PGSSLMODE: '' });
  expect(await isEncrypted(database)).toBe(true);
  setVariables({ PGSSLMODE: 'disable' });
  expect(await isEncrypted(database)).toBe(false);
  // The URL has the last word.
  setVariables({ PGSSLMODE: 'require', PGSSLROOTCERT: '/nowhere/ca.pem' });
  expect(await isEncrypted(urlWith(database, { sslrootcert: authority }))).toBe(true);
});

test.each([
  ['PGSSLMODE', 'required', /^PGSSLMODE must be one of disable, prefer/],
  [
    'PGSSLROOTCERT',
    '/no/ca.pem',
    /^PGSSLROOTCERT names the file \/no\/ca\.pem, which cannot be read$/,
  ],
])('rejects an invalid %s by its name', async (name, value, says) => {
  setVariables({ [name]: value });
  await expect(openPostgres(closed(), 2)).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringMatching(says),
  });
});

test('a Unix socket is never encrypted, whatever the variables say', () => {
  const variables = { PGSSLMODE: 'require', PGSSLROOTCERT: '/nowhere/ca.pem' };
  const socket = 'postgres:///accounts?host=%2Fvar%2Frun%2Fpostgresql';
  expect(connectionString(socket, variables)).toBe(socket);
  setVariables(variables);
  expect(new (clientFor(socket))().ssl).toBe(false);
  const elsewhere = { ...variables, PGHOST: '/var/run/postgresql' };
  expect(connectionString('postgres:///accounts', elsewhere)).toBe('postgres:///accounts');
});

test('the authorities that Node trusts are those of sslrootcert=system', () => {
  const read = (parameters: string) =>
    connectionString(`postgres://db.example/accounts?${parameters}`, {});
  const verified = 'postgres://db.example/accounts?sslmode=verify-full';
  expect(read('sslrootcert=system')).toBe(verified);
  expect(read('sslmode=require&sslrootcert=system')).toBe(verified);
  expect(read('sslrootcert=system&uselibpqcompat=true&sslmode=require')).toMatch(
    /sslmode=verify-full$/,
  );
});

test('the server is not verified only where the URL says so', async () => {
  const { database } = await temporaryDatabase();
  expect(await isEncrypted(urlWith(database, { sslmode: 'no-verify' }))).toBe(true);
});

const refusals: Record<
  string,
  { parameters: Record<string, string>; parts?: Partial<URL>; says: RegExp }
> = {
  'no authority is named': {
    parameters: { sslmode: 'require' },
    says: /cannot be verified \(DEPTH_ZERO_SELF_SIGNED_CERT\): set its certificate authority with sslrootcert=<file> in the URL, or with PGSSLROOTCERT$/,
  },
  'another authority is named': {
    parameters: { sslmode: 'verify-full', sslrootcert: another },
    says: /cannot be verified/,
  },
  'the certificate is of another host': {
    parameters: { sslmode: 'verify-ca', sslrootcert: authority },
    parts: { hostname: 'localhost' },
    says: /the certificate of postgres:\/\/keeper@localhost:\d+\/\w+ belongs to another host: use the host name/,
  },
  'the file of the authority is not there': {
    parameters: { sslmode: 'verify-full', sslrootcert: '/nowhere/ca.pem' },
    says: /sslrootcert in the URL of the database names the file \/nowhere\/ca\.pem, which cannot be read$/,
  },
  'the file of the authority is no certificate': {
    parameters: { sslmode: 'verify-full', sslrootcert: fileURLToPath(import.meta.url) },
    says: /tls\.test\.ts, which contains no PEM certificate$/,
  },
  'the key of the client is no key': {
    parameters: { sslmode: 'no-verify', sslcert: authority, sslkey: authority },
    says: /sslcert and sslkey of postgres:.* must be PEM files without a passphrase, and match$/,
  },
  'the port is a word': {
    parameters: { port: 'abc' },
    says: /the URL of the database, or PGPORT, is not valid/,
  },
  'the mode is misspelt': {
    parameters: { sslmode: 'required' },
    says: /sslmode in the URL of the database must be one of disable, prefer/,
  },
  'the mode needs an authority': {
    parameters: { sslmode: 'verify-ca', uselibpqcompat: 'true' },
    says: /sslmode in the URL of the database needs sslrootcert=<file> with uselibpqcompat$/,
  },
};

test.each(Object.entries(refusals))(
  'where %s, it says so and nothing is opened',
  async (_name, refusal) => {
    const { parameters, parts, says } = refusal;
    const database = urlWith(closed(), parameters, parts);
    const secrets = join(temporaryFolder(), 'secrets');
    await expect(openStore({ database, secrets })).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringMatching(says),
    });
  },
);

test('a connection whose client key cannot be used is closed', async () => {
  const ended: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    ended.push(once(socket, 'close'));
    socket.on('data', () => socket.write('S'));
  });
  const files = { sslmode: 'no-verify', sslcert: authority, sslkey: authority };
  const database = urlWith(closed(), files, { port: String(await listenForTest(server)) });
  await expect(openPostgres(database, 2)).rejects.toThrow('sslcert and sslkey');
  expect(await Promise.all(ended)).toHaveLength(1);
});

test.each([
  // The single byte of a server without TLS (PostgreSQL, “SSL Session Encryption”), and of one that cannot start a process.
  ['N', /does not support TLS, which the URL or a variable such as PGSSLMODE requires$/],
  ['E', /cannot reach .*: There was an error establishing an SSL connection$/],
])(
  'a server that answers %s to a request for TLS gets no plain-text connection',
  async (answer, says) => {
    const received: Buffer[] = [];
    const without = createServer((socket) =>
      socket.on('data', (data) => received.push(data) && socket.write(answer)),
    );
    const port = await listenForTest(without);
    const database = urlWith(closed(), { sslmode: 'require' }, { port: String(port) });
    await expect(
      openStore({ database, secrets: join(temporaryFolder(), 'secrets') }),
    ).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringMatching(says),
    });
    // Eight bytes request TLS; a name or a password would be longer.
    expect(Buffer.concat(received)).toHaveLength(8);
  },
);
