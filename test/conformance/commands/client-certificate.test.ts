import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../server/store/temporary-store.ts';
import { bookshop } from '../document/bookshop-server.ts';
import { shopProfile, testBookshop } from './on-bookshop.ts';

// A key and certificate only for tests, for 127.0.0.1. The server and the client show the same certificate.
const certificateFile = fileURLToPath(new URL('../http/tls/certificate.pem', import.meta.url));
const keyFile = fileURLToPath(new URL('../http/tls/key.pem', import.meta.url));
const [cert, key] = [readFileSync(certificateFile, 'utf8'), readFileSync(keyFile, 'utf8')];

const server = createServer(
  { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true },
  (request, response) => void bookshop()(request, response),
);
await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => server.close());
// A server that listens on a port has an address of this kind.
const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
const only = ['--only', 'document/example'];
const certificates = ['--ca', certificateFile, '--cert', certificateFile, ...only];

test('--cert and --key show a client certificate to a server that requires one', async () => {
  const { stdout, code } = await testBookshop(url, shopProfile, [...certificates, '--key', keyFile]);
  expect(stdout).toContain('passed the selected checks');
  expect(code).toBe(0);
});

test('the profile gives the passphrase of an encrypted key, and without it the command says so', async () => {
  const folder = temporaryFolder();
  const passphrase = 'not-a-real-passphrase';
  const encrypted = join(folder, 'key.pem');
  const form = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  writeFileSync(encrypted, createPrivateKey(key).export(form));
  writeFileSync(join(folder, 'passphrase'), `${passphrase}\n`);
  const args = [...certificates, '--key', encrypted];

  const locked = await testBookshop(url, shopProfile, args, folder);
  expect(locked.stderr).toContain('error: the key of --key is encrypted: set clientCertificate.passphrase');
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
