import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type AnySchema } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, expect, test } from 'vitest';
import { recordTraffic } from '../../../conformance/engine/report/record-traffic.ts';
import { listeningUrl } from '../../../server/http/node-server.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { bookshop, key, staff } from '../document/bookshop-server.ts';
import { openBookshop, shopProfile, testBookshop } from './on-bookshop.ts';

interface Entry {
  readonly time: number;
  readonly timings: Readonly<Record<string, number>>;
  readonly request: { readonly method: string; readonly url: string; readonly bodySize: number };
  readonly response: {
    readonly status: number;
    readonly comment?: string;
    readonly content: Readonly<Record<string, unknown>>;
  };
}

// The package has no types. Its schemas name an older dialect of JSON Schema, which reads them in the same way.
const schemas: Record<string, AnySchema> = createRequire(import.meta.url)('har-schema');
const ajv = new Ajv({ schemas: Object.values(schemas), validateSchema: false, strict: false });
formats.default(ajv);

interface Given {
  readonly args?: readonly string[];
  readonly profile?: object;
  readonly folder?: string;
}

/** The HAR file of a run, after a check against the schema. */
async function recorded(
  url: string,
  { args = [], profile = shopProfile, folder = temporaryFolder() }: Given = {},
) {
  const file = join(folder, 'traffic.har');
  const { report } = await testBookshop(url, profile, ['--report', `har=${file}`, ...args], folder);
  const text = readFileSync(file, 'utf8');
  const har = JSON.parse(text);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect(ajv.validate('har.json#', har) ? [] : ajv.errors).toEqual([]);
  const entries: readonly Entry[] = har.log.entries;
  return { text, entries, report: JSON.parse(report()) };
}

test('the HAR file has every request of a run, with timings, and no credentials', async () => {
  const { url } = await openBookshop();
  const { text, entries, report } = await recorded(url);
  expect(entries).toHaveLength(report.requests);
  for (const { time, timings } of entries) {
    const parts = Object.values(timings);
    expect(Math.min(time, ...parts)).toBeGreaterThanOrEqual(0);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(time, 3);
  }
  expect(entries.some(({ request }) => request.method === 'POST' && request.bodySize > 0)).toBe(
    true,
  );
  expect(text).toContain('$CREDENTIAL_APIKEY');
  for (const secret of [key, staff, Buffer.from(staff).toString('base64')])
    expect(text).not.toContain(secret);
});

// Words that a sentence could have, and what JSON and Latin-1 write otherwise.
const titles = ['No title for anybody', 'No "größer" title'];
test.each(titles)(
  'no report has a secret value of the profile, not even backwards (%#)',
  async (title) => {
    const { url } = await openBookshop();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'title.txt'), title);
    const profile = { ...shopProfile, values: { title: 'file:title.txt' } };
    const { text, report } = await recorded(url, { profile, folder });
    expect(text).toContain('$ALTERED_TITLE');
    for (const secret of [title.slice(4, 10), title.slice(6), [...title].reverse().join('')])
      expect(text + JSON.stringify(report)).not.toContain(secret);
  },
);

test('bytes that are not UTF-8 are in base64 with their secrets masked, and a long body is cut', async () => {
  const { url } = await openBookshop((request, response) => {
    if (request.url === '/books/7')
      response.end(Buffer.concat([Buffer.from([0xff]), Buffer.from(staff), Buffer.from([0xfe])]));
    else if (request.url === '/books' && request.method === 'GET') response.end('é'.repeat(50_000));
    else return false;
    return true;
  });
  const { text, entries } = await recorded(url);
  const contentOf = (end: string) =>
    entries.find(({ request }) => request.method === 'GET' && request.url.endsWith(end))?.response
      .content;
  const masked = Buffer.concat([
    Buffer.from([0xff]),
    Buffer.from('$CREDENTIAL_STAFF'),
    Buffer.from([0xfe]),
  ]);
  expect(contentOf('/books/7')).toMatchObject({
    encoding: 'base64',
    text: masked.toString('base64'),
  });
  expect(contentOf('/books')).toMatchObject({
    size: 100_000,
    text: expect.stringMatching(/^é{30000,}$/),
    comment: 'the first 65536 of 100000 bytes',
  });
  expect(text).not.toContain(staff);
});

test('a request without a response has status 0 and the reason', async () => {
  const { url } = await openBookshop((_request, response) => {
    response.destroy();
    return true;
  });
  const { entries } = await recorded(url, { args: ['--operation', 'listBooks'] });
  expect(entries[0]?.response).toMatchObject({
    status: 0,
    comment: expect.stringContaining('connection'),
  });
});

test('a recording keeps the last 64 MiB', () => {
  const bytes = Buffer.alloc(70_000);
  const request = {
    method: 'POST',
    target: '/',
    headers: [],
    raw: false,
    body: bytes,
    bytes,
    settings: {},
  };
  const recording = recordTraffic({
    listen: (listener) => {
      for (let number = 1; number <= 2000; number += 1)
        listener({ number, request, startedAt: number, durationMs: 1 });
      return () => {};
    },
  });
  expect(recording.dropped).toBeGreaterThan(0);
  expect(recording.exchanges.length + recording.dropped).toBe(2000);
  expect(recording.exchanges.at(-1)?.startedAt).toBe(2000);
});

// A key and certificate only for tests, for 127.0.0.1. The server and the client show the same certificate.
const certificateFile = fileURLToPath(new URL('../http/tls/certificate.pem', import.meta.url));
const keyFile = fileURLToPath(new URL('../http/tls/key.pem', import.meta.url));
const [cert, privateKey] = [readFileSync(certificateFile, 'utf8'), readFileSync(keyFile, 'utf8')];

const server = createServer(
  { key: privateKey, cert, ca: cert, requestCert: true, rejectUnauthorized: true },
  (request, response) => void bookshop()(request, response),
);
await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => server.close());
const url = listeningUrl(server).replace('http:', 'https:');
const only = ['--only', 'document/example'];
const certificates = ['--ca', certificateFile, '--cert', certificateFile, ...only];

test('--cert and --key show a client certificate to a server that requires one', async () => {
  const { stdout, code } = await testBookshop(url, shopProfile, [
    ...certificates,
    '--key',
    keyFile,
  ]);
  expect(stdout).toContain('passed the selected checks');
  expect(code).toBe(0);
});

test('the profile gives the passphrase of an encrypted key, and without it the command says so', async () => {
  const folder = temporaryFolder();
  const passphrase = 'not-a-real-passphrase';
  const encrypted = join(folder, 'key.pem');
  const form = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  writeFileSync(encrypted, createPrivateKey(privateKey).export(form));
  writeFileSync(join(folder, 'passphrase'), `${passphrase}\n`);
  const args = [...certificates, '--key', encrypted];

  const locked = await testBookshop(url, shopProfile, args, folder);
  expect(locked.stderr).toContain(
    'error: the key of --key is encrypted: set clientCertificate.passphrase',
  );
  expect(locked.code).toBe(2);

  const profile = { ...shopProfile, clientCertificate: { passphrase: 'file:passphrase' } };
  const opened = await testBookshop(url, profile, args, folder);
  expect(opened.stderr).not.toContain('error');
  expect(opened.code).toBe(0);
});

test('without a client certificate the run is inconclusive, and the report names the options', async () => {
  const { stdout, code } = await testBookshop(url, shopProfile, ['--ca', certificateFile]);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'requires a client certificate; give one with --cert and --key',
  );
  expect(code).toBe(3);
});
