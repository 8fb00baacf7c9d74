import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { afterAll, expect, test } from 'vitest';
import { createTarget, type TargetOptions } from '../../../conformance/engine/http/target.ts';
import { listeningUrl } from '../../../server/http/node-server.ts';
import { startTestServer } from '../test-server.ts';

// A key and certificate only for these tests, for 127.0.0.1. They protect nothing.
const read = (name: string) => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');
const cert = read('certificate.pem');
const key = read('key.pem');

const secure = createServer({ key, cert }, (_request, response) => response.end('{}'));
await once(secure.listen(0, '127.0.0.1'), 'listening');
afterAll(() => secure.close());
const url = listeningUrl(secure).replace('http:', 'https:');
const elsewhere = url.replace('127.0.0.1', 'localhost');
const plain = await startTestServer((_request, response) => response.end('{}'));
afterAll(plain.close);

async function send(baseUrl: string, options: Partial<TargetOptions> = {}) {
  const target = createTarget({ baseUrl, ...options });
  const exchange = await target.send({ method: 'GET', target: '/' });
  target.close();
  return exchange;
}

test.each<[string, string, Partial<TargetOptions>, string]>([
  ['a certificate of an unknown issuer', url, {}, 'add it with --ca'],
  ['a certificate for another host', elsewhere, { ca: cert }, 'for another host'],
  ['a port without TLS', plain.url.replace('http:', 'https:'), { ca: cert }, 'is it http://?'],
])('reports %s, with what to do', async (_what, url, options, message) => {
  const { error, response } = await send(url, options);
  expect(response).toBeUndefined();
  expect(error).toMatchObject({ kind: 'tls', message: expect.stringContaining(message) });
});

test.each([
  ['a certificate that the caller trusts', { ca: cert }],
  ['any certificate if the caller says so', { insecure: true }],
])('accepts %s', async (_what, options) => {
  expect((await send(url, options)).response?.status).toBe(200);
});

const passphrase = 'not-a-real-passphrase';
const encryptedKey = String(
  createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }),
);

const otherKey = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
);

test.each<[string, Partial<TargetOptions>, string]>([
  ['a certificate without its key', { cert }, 'needs both --cert and --key'],
  ['the key of another certificate', { cert, key: otherKey }, 'does not belong to the certificate'],
  ['an encrypted key', { cert, key: encryptedKey }, 'set clientCertificate.passphrase'],
  ['a wrong passphrase', { cert, key: encryptedKey, passphrase: 'wrong' }, 'cannot be decrypted'],
  ['a key that is not PEM', { cert, key: 'x' }, '--key has no private key in PEM'],
  ['a certificate that is not PEM', { cert: 'x', key }, '--cert has no certificate in PEM'],
  ['authorities that are not PEM', { ca: 'x' }, '--ca has no certificate in PEM'],
])('rejects %s before it connects', async (_what, options, message) => {
  // Where nothing listens.
  await expect(send('https://127.0.0.1:9', options)).rejects.toThrow(message);
});
