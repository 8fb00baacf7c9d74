import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { paths } from '../support/http/call-operations.ts';
import { connectionForTest } from '../support/http/raw-connection.ts';
import { selfSigned } from '../support/self-signed.ts';
import { hours } from '../support/server/clock.ts';
import { serverForTest } from '../support/server/test-server.ts';

function sendOverTls(
  url: string,
  ca: string,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url + paths.login, { method: 'POST', ca, agent: false });
    sent.once('error', reject);
    sent.once('response', async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    );
    sent.end();
  });
}

function handshake(port: number, options: object): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
    socket.once('secureConnect', () => resolve(socket)).once('error', reject);
  });
}

test('returns envelopes over TLS, for operations and for what is not HTTP', async () => {
  const tls = selfSigned();
  const server = await serverForTest({ config: { tls } });
  expect(server.url).toMatch(/^https:/);
  const { status, body } = await sendOverTls(server.url, readFileSync(tls.certificate, 'utf8'));
  expect({ status, reason: JSON.parse(body).status.reason }).toEqual({
    status: 400,
    reason: 'malformed_request',
  });
  const socket = await handshake(server.port, {});
  socket.write('no request\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]+"reason":"malformed_request"/);
});

test('versions older than TLS 1.2 and ciphers without forward secrecy are rejected', async () => {
  // OpenSSL can use each of these ciphers with an RSA key.
  const { port } = await serverForTest({ config: { tls: selfSigned({ rsa: true }) } });
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
  await expect(handshake(port, old)).rejects.toThrow(/protocol version|unsupported protocol/);
  for (const ciphers of ['AES256-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA384'])
    await expect(handshake(port, { maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow(
      'handshake failure',
    );
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
    const socket = await handshake(port, { maxVersion });
    expect(socket.getProtocol()).toBe(maxVersion);
    socket.destroy();
  }
});

test('a client of TLS 1.2 cannot negotiate again', async () => {
  const { port, log } = await serverForTest({ config: { tls: selfSigned() } });
  const socket = await handshake(port, { maxVersion: 'TLSv1.2' });
  const error = await new Promise((resolve) =>
    socket.once('error', resolve).renegotiate({}, resolve),
  );
  expect(error).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' });
  expect(log.lines()).toEqual([]);
});

// Its limit is shorter than the time that Node gives a client by default.
test('a client that begins no handshake is disconnected', { timeout: 100_000 }, async () => {
  const { port } = await serverForTest({
    config: { tls: selfSigned() },
    limits: { headersTimeoutMs: 200 },
  });
  await connectionForTest(port).closed;
});

const century = hours(100 * 365 * 24);

test('a certificate that has expired is used at the start, with a warning', async () => {
  const { log } = await serverForTest({
    config: { tls: selfSigned() },
    now: () => Date.now() + century,
  });
  expect(log.text()).toContain('the TLS certificate has expired');
});

test('new connections get a renewed certificate, and an invalid or expired one is ignored', async () => {
  const tls = selfSigned();
  const server = await serverForTest({ config: { tls } });
  const before = readFileSync(tls.certificate, 'utf8');
  writeFileSync(tls.certificate, 'no certificate');
  expect(() => server.renewTls()).toThrow(/certificate .* cannot be used: they must be PEM/);
  expect((await sendOverTls(server.url, before)).status).toBe(400);

  const renewed = selfSigned();
  copyFileSync(renewed.certificate, tls.certificate);
  copyFileSync(renewed.key, tls.key);
  server.clock.advance(century);
  expect(() => server.renewTls()).toThrow(/has expired/);
  server.clock.advance(-century);
  expect(server.renewTls()?.validTo.getTime()).toBeGreaterThan(Date.now());
  expect((await sendOverTls(server.url, readFileSync(tls.certificate, 'utf8'))).status).toBe(400);
  await expect(sendOverTls(server.url, before)).rejects.toThrow(/certificate/);
});

test('a private key that other users can read, or of another certificate, is rejected and not quoted', async () => {
  const open = selfSigned();
  chmodSync(open.key, 0o644);
  await expect(serverForTest({ config: { tls: open } })).rejects.toThrow(
    /key\.pem cannot be used: other users .* 0600/,
  );
  const missing = { ...selfSigned(), key: '/nowhere/key.pem' };
  await expect(serverForTest({ config: { tls: missing } })).rejects.toThrow(
    'there is no such file',
  );
});

test('uses plain HTTP only on the loopback, unless a proxy terminates TLS', async () => {
  const host = '0.0.0.0';
  const internal = { listen: '0.0.0.0:0' };
  for (const open of [host, ''])
    await expect(serverForTest({ config: { host: open } })).rejects.toThrow(
      /--tls-cert .* --behind-proxy/,
    );
  await expect(serverForTest({ config: { host, behindProxy: true } })).rejects.toThrow(
    '--trust-proxy',
  );
  await expect(serverForTest({ config: { internal } })).rejects.toThrow(
    'a loopback address for the internal listener',
  );
  await serverForTest({ config: { host, behindProxy: true, trustedHops: 1 } });
  const both = await serverForTest({ config: { host, internal, tls: selfSigned() } });
  expect([both.url, both.internal?.url]).toEqual([
    expect.stringMatching(/^https:/),
    expect.stringMatching(/^https:/),
  ]);
  const inner = await serverForTest({
    config: { internal: { listen: 'localhost:0' }, tls: selfSigned() },
  });
  expect(inner.internal?.url).toMatch(/^http:/);
});
