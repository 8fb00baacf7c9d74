import { expect, test } from 'vitest';
import { curlLine } from '../../conformance/http/curl-command.ts';
import { writeRequest } from '../../conformance/http/write-request.ts';
import { createSecrets } from '../../conformance/secrets.ts';

const token = 'aat_0123456789abcdefghijklmnopqrstuvwxyz';
const writing = { host: 'localhost:1', prefix: '/api', headers: [] };

test('a secret is found plain, in JSON, percent-encoded, in base64 at any offset and in hex', () => {
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

test('a short code is masked but not searched for', () => {
  const secrets = createSecrets();
  secrets.remember('OTP', '123456');
  expect(secrets.find('latency 123456')).toEqual([]);
  expect(secrets.mask('{"otp":"123456"}')).toBe('{"otp":"$OTP"}');
});

test('a good part of a secret is masked as a slice of it', () => {
  const secrets = createSecrets();
  secrets.remember('ACCESS_TOKEN', token);
  expect(secrets.mask(`Bearer ${token.slice(0, 20)}!`)).toBe(`Bearer $\{ACCESS_TOKEN:0:20}!`);
});

test('a good part is masked wherever it begins', () => {
  const secrets = createSecrets();
  secrets.remember('ACCESS_TOKEN', token);
  for (let at = 0; at + 12 <= token.length; at += 1)
    expect(secrets.mask(`"${token.slice(at, at + 12)}"`)).toBe(`"$\{ACCESS_TOKEN:${at}:12}"`);
});

test('a request becomes a curl line with variables for the secrets', () => {
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
  expect(curlLine(sent, 'http://localhost:1/api', secrets)).toBe(
    `curl -isS 'http://localhost:1/api/v1/keys' -H 'Content-Type: application/json' -H 'Authorization: Bearer '"$ACCESS_TOKEN" --data-binary '{"a":"it'\\''s $HOME"}'`,
  );
});

test('a body with control characters becomes printf, as pasting them would do something else', () => {
  const body = '{"description":"a\u001b[2J\rb"}';
  const headers = [['Content-Type', 'application/json']] as const;
  const sent = writeRequest({ method: 'POST', target: '/v1/keys', headers, body }, writing);
  const line = curlLine(sent, 'http://localhost:1/api', createSecrets());
  expect(line).toContain('{"description":"a\\0033[2J\\rb"}');
  expect(line).toMatch(/^printf '%b' [\x20-\x7e]+ \| nc -w 5 localhost 1$/);
});

test('what curl cannot send becomes printf and nc', () => {
  const sent = writeRequest({ bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n') }, writing);
  expect(curlLine(sent, 'http://localhost:1', createSecrets())).toBe(
    `printf '%b' 'GET / HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\n\\r\\n' | nc -w 5 localhost 1`,
  );
});
