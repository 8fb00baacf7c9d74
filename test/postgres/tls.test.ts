import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import { openPostgres } from '../../server/store/postgres/open-postgres.ts';
import { temporaryDatabase, temporaryFolder } from '../store/temporary-store.ts';

// The server has the pair of the first, which is of 127.0.0.1 alone and signed by nobody else.
const authority = fileURLToPath(new URL('../conformance/http/tls/certificate.pem', import.meta.url));
const another = fileURLToPath(new URL('../server/tls/renewed-certificate.pem', import.meta.url));

function urlWith(
  database: string,
  parameters: Record<string, string>,
  change: (url: URL) => void = () => {},
) {
  const url = new URL(database);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  change(url);
  return url.href;
}

/** A database that nobody gets to. */
const closed = () => `${inject('postgres')}/postgres`;

test.each(['require', 'verify-full'])(
  'with sslmode=%s all connections are encrypted, to a server that the named authority vouches for',
  async (sslmode) => {
    const { database } = await temporaryDatabase();
    const engine = await openPostgres(urlWith(database, { sslmode, sslrootcert: authority }), 2);
    onTestFinished(engine.close);
    const encrypted = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    const seen = await engine.write((transaction) => encrypted.execute(transaction));
    expect([seen.rows, (await encrypted.execute(engine.quick)).rows]).toEqual([
      [{ ssl: true }],
      [{ ssl: true }],
    ]);
  },
);

test('the server is not verified only where the URL says so', async () => {
  const { database } = await temporaryDatabase();
  const engine = await openPostgres(urlWith(database, { sslmode: 'no-verify' }), 2);
  await engine.close();
});

const refusals: Record<
  string,
  { parameters: Record<string, string>; of?: (url: URL) => void; says: RegExp }
> = {
  'no authority is named': {
    parameters: { sslmode: 'require' },
    says: /cannot be verified \(DEPTH_ZERO_SELF_SIGNED_CERT\): name its authority with sslrootcert=<file> in the URL$/,
  },
  'another authority is named': {
    parameters: { sslmode: 'verify-full', sslrootcert: another },
    says: /cannot be verified/,
  },
  'the certificate is of another host': {
    parameters: { sslmode: 'verify-ca', sslrootcert: authority },
    of: (url) => {
      url.hostname = 'localhost';
    },
    says: /the certificate of postgres:\/\/keeper@localhost:\d+\/\w+ is of another host: name the host/,
  },
  'the file of the authority is not there': {
    parameters: { sslmode: 'verify-full', sslrootcert: '/nowhere/ca.pem' },
    says: /sslrootcert names the file \/nowhere\/ca\.pem, which cannot be read$/,
  },
  'the file of the authority is no certificate': {
    parameters: { sslmode: 'verify-full', sslrootcert: fileURLToPath(import.meta.url) },
    says: /tls\.test\.ts, which holds no certificate \(PEM\)$/,
  },
  'the mode is misspelt': {
    parameters: { sslmode: 'required' },
    says: /sslmode must be one of disable, prefer/,
  },
};

test.each(Object.entries(refusals))('where %s, it says so and nothing is opened', async (_name, refusal) => {
  const { parameters, of, says } = refusal;
  const database = urlWith(closed(), parameters, of);
  const secrets = join(temporaryFolder(), 'secrets');
  await expect(openStore({ database, secrets })).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringMatching(says),
  });
});

test('a server without TLS is not spoken to in clear', async () => {
  const received: Buffer[] = [];
  // The one octet of a server that has none (PostgreSQL, “SSL Session Encryption”).
  const without = createServer((socket) =>
    socket.on('data', (data) => received.push(data) && socket.write('N')),
  );
  without.listen(0, '127.0.0.1');
  onTestFinished(() => {
    without.close();
  });
  await once(without, 'listening');
  const address = without.address();
  const database = urlWith(closed(), { sslmode: 'require' }, (url) => {
    url.port = String(typeof address === 'object' && address?.port);
  });
  await expect(openStore({ database, secrets: join(temporaryFolder(), 'secrets') })).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringMatching(/does not support TLS, which sslmode in its URL asks for$/),
  });
  // Eight octets ask for TLS; a name or a password would be more.
  expect(Buffer.concat(received)).toHaveLength(8);
});
