import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createTarget, type TargetOptions } from '../../../conformance/engine/http/target.ts';
import { listeningUrl } from '../../../server/http/node-server.ts';

// A key and certificate only for these tests, for 127.0.0.1. They protect nothing.
const read = (name: string) => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');
const certificate = read('certificate.pem');
const key = read('key.pem');

const secure = createServer({ key, cert: certificate }, (_request, response) => response.end('{}'));
const mutual = createServer(
  { key, cert: certificate, ca: certificate, requestCert: true, rejectUnauthorized: true },
  (_request, response) => response.end('{}'),
);
const plain = createPlainServer((_request, response) => response.end('{}'));
const [securePort, mutualPort, plainPort] = [await listen(secure), await listen(mutual), await listen(plain)];

afterAll(() => {
  secure.close();
  mutual.close();
  plain.close();
});

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Number(new URL(listeningUrl(server)).port);
}

async function send(baseUrl: string, options: Partial<TargetOptions> = {}) {
  const target = createTarget({ baseUrl, ...options });
  const exchange = await target.send({ method: 'GET', target: '/' });
  target.close();
  return exchange;
}

test('reports a certificate of an unknown issuer, with what to do', async () => {
  const { error, response } = await send(`https://127.0.0.1:${securePort}`);
  expect(response).toBeUndefined();
  expect(error).toMatchObject({ kind: 'tls', message: expect.stringContaining('add it with --ca') });
});

test('accepts a certificate that the caller trusts', async () => {
  const { response } = await send(`https://127.0.0.1:${securePort}`, { ca: certificate });
  expect(response?.status).toBe(200);
});

test('accepts any certificate if the caller says so', async () => {
  const { response } = await send(`https://127.0.0.1:${securePort}`, { insecure: true });
  expect(response?.status).toBe(200);
});

test('reports a certificate for another host', async () => {
  const { error } = await send(`https://localhost:${securePort}`, { ca: certificate });
  expect(error).toMatchObject({ kind: 'tls', message: expect.stringContaining('for another host') });
});

test('reports a port without TLS', async () => {
  const { error } = await send(`https://127.0.0.1:${plainPort}`);
  expect(error).toMatchObject({ kind: 'tls', message: expect.stringContaining('is it http://?') });
});

const mutualUrl = `https://127.0.0.1:${mutualPort}`;
const passphrase = 'not-a-real-passphrase';
const encryptedKey = String(
  createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }),
);

const otherKey = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);

test.each<[string, Partial<TargetOptions>, string]>([
  ['a certificate without its key', { cert: certificate }, 'needs both --cert and --key'],
  [
    'the key of another certificate',
    { cert: certificate, key: otherKey },
    'does not belong to the certificate',
  ],
  ['an encrypted key', { cert: certificate, key: encryptedKey }, 'set clientCertificate.passphrase'],
  [
    'a wrong passphrase',
    { cert: certificate, key: encryptedKey, passphrase: 'wrong' },
    'cannot be decrypted',
  ],
  ['a key that is not PEM', { cert: certificate, key: 'x' }, '--key has no private key in PEM'],
  ['a certificate that is not PEM', { cert: 'x', key }, '--cert has no certificate in PEM'],
  ['authorities that are not PEM', { ca: 'x' }, '--ca has no certificate in PEM'],
])('rejects %s before it connects', async (_what, options, message) => {
  await expect(send(mutualUrl, options)).rejects.toThrow(message);
});
