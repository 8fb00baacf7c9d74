import { expect, test } from 'vitest';
import { curlCommand } from '../../conformance/http/curl-command.ts';
import { writeRequest } from '../../conformance/http/write-request.ts';
import { createSecrets } from '../../conformance/secrets.ts';

const token = 'aat_0123456789abcdefghijklmnopqrstuvwxyz';
const writing = { host: 'localhost:1', prefix: '/api', headers: [] };

test('finds a secret in plain text, in JSON, percent-encoded, in base64 at any offset and in hex', () => {
  const secrets = createSecrets();
  const value = 'pä"ss/w+ord \\ 1234';
  secrets.remember('PASSWORD', value);
  const forms = [
    value,
    JSON.stringify({ a: value }),
    encodeURIComponent(value),
    ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${value}zzz`).toString('base64')),
    Buffer.from(value).toString('hex'),
  ];
  for (const text of forms) expect(secrets.find(`before ${text} after`), text).not.toEqual([]);
  expect(secrets.find('nothing here')).toEqual([]);
});

test('masks a short code but does not search for it', () => {
  const secrets = createSecrets();
  secrets.remember('OTP', '123456');
  expect(secrets.find('latency 123456')).toEqual([]);
  expect(secrets.mask('{"otp":"123456"}')).toBe('{"otp":"$OTP"}');
});

test('masks a long part of a secret as a slice of it', () => {
  const secrets = createSecrets();
  secrets.remember('ACCESS_TOKEN', token);
  expect(secrets.mask(`Bearer ${token.slice(0, 20)}!`)).toBe(`Bearer $\{ACCESS_TOKEN:0:20}!`);
});

test('masks a long part wherever it begins', () => {
  const secrets = createSecrets();
  secrets.remember('ACCESS_TOKEN', token);
  for (let at = 0; at + 12 <= token.length; at += 1)
    expect(secrets.mask(`"${token.slice(at, at + 12)}"`)).toBe(`"$\{ACCESS_TOKEN:${at}:12}"`);
});

test('writes a request as a curl line with variables for the secrets', () => {
  const secrets = createSecrets();
  secrets.remember('ACCESS_TOKEN', token);
  const sent = writeRequest(
    {
      method: 'POST',
      target: '/v1/keys',
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', `Bearer ${token}`],
      ],
      body: `{"a":"it's $HOME"}`,
    },
    writing,
  );
  expect(curlCommand(sent, 'http://localhost:1/api', secrets)).toBe(
    `curl -isS 'http://localhost:1/api/v1/keys' -H 'Content-Type: application/json' -H 'Authorization: Bearer '"$ACCESS_TOKEN" --data-binary '{"a":"it'\\''s $HOME"}'`,
  );
});

test('writes a body with control characters with printf, because a shell changes them when they are pasted', () => {
  const body = '{"description":"a\u001b[2J\rb"}';
  const headers = [['Content-Type', 'application/json']] as const;
  const sent = writeRequest({ method: 'POST', target: '/v1/keys', headers, body }, writing);
  const line = curlCommand(sent, 'http://localhost:1/api', createSecrets());
  expect(line).toContain('{"description":"a\\0033[2J\\rb"}');
  expect(line).toMatch(/^printf '%b' [\x20-\x7e]+ \| nc -w 5 localhost 1$/);
});

test('writes a request that curl cannot send with printf and nc', () => {
  const sent = writeRequest({ bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n') }, writing);
  expect(curlCommand(sent, 'http://localhost:1', createSecrets())).toBe(
    `printf '%b' 'GET / HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\n\\r\\n' | nc -w 5 localhost 1`,
  );
});
