import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { curlCommand, requestText } from '../../conformance/engine/http/curl-command.ts';
import { writeRequest } from '../../conformance/engine/http/write-request.ts';
import { createSecrets } from '../../conformance/engine/secrets.ts';

const token = 'aat_0123456789abcdefghijklmnopqrstuvwxyz';
const writing = { host: 'localhost:1', prefix: '/api', headers: [] };

test('finds a secret in plain text, in JSON, percent-encoded, in base64 at any offset and in hex', () => {
  const secrets = createSecrets();
  const value = 'pä"ss/w+ord! \\ 1234<&';
  secrets.remember('PASSWORD', value);
  const forms = [
    value,
    JSON.stringify({ a: value }),
    // As encoders of Go, PHP and .NET write it.
    String.raw`pä\"ss/w+ord! \\ 1234\u003c\u0026`,
    String.raw`p\u00e4\"ss\/w+ord! \\ 1234<&`,
    String.raw`p\u00E4\u0022ss/w\u002Bord! \\ 1234\u003C\u0026`,
    encodeURIComponent(value),
    String(new URLSearchParams({ a: value })),
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

const absolute = { bytes: raw('GET http://a/x HTTP/1.1') };

test.each([
  [
    'a target without a path',
    { method: 'OPTIONS', target: '*' },
    "-X OPTIONS --request-target '*'",
  ],
  ['another address as its target', absolute, "--request-target 'http://a/x'"],
  ['an unusual method', { method: 'BREW!', target: '/a' }, "-X 'BREW!'"],
  ['a body that begins with @', { method: 'POST', target: '/a', body: '@b' }, "--data-raw '@b'"],
])('writes a request with %s as a curl line', (_name, request, words) => {
  const sent = writeRequest(request, { ...writing, prefix: '' });
  expect(curlCommand(sent, 'http://localhost:1', createSecrets())).toContain(` ${words}`);
});

test.each([
  [
    'two Hosts',
    { bytes: raw('GET / HTTP/1.1', 'Host: b') },
    'GET / HTTP/1.1\\r\\nHost: a\\r\\nHost: b',
  ],
  [
    'a header line without a colon',
    { bytes: raw('GET / HTTP/1.1', 'nonsense') },
    '\\r\\nnonsense\\r\\n',
  ],
  ['a lower version of HTTP', { bytes: raw('GET / HTTP/1.0') }, 'GET / HTTP/1.0\\r\\n'],
  [
    'control characters in its body, which a shell changes when they are pasted',
    { method: 'POST', target: '/v1/keys', body: 'a\u001b[2J\tb' },
    'a\\u001b[2J\\tb',
  ],
])('shows a request with %s as text, since curl cannot send it', (_name, request, text) => {
  const sent = writeRequest(request, writing);
  expect(curlCommand(sent, 'http://localhost:1/api', createSecrets())).toBeUndefined();
  expect(requestText(sent, createSecrets())).toContain(text);
});

const password = 'pä"ss/w+ord 1234';
const login = JSON.stringify({ password });

test.each([
  ['in UTF-8', Buffer.from(login)],
  ['in UTF-16', Buffer.from(login, 'utf16le')],
  ['of ASCII in UTF-16', Buffer.from(login.replace('ä', 'a'), 'utf16le')],
  ['in Latin-1', Buffer.from(login, 'latin1')],
  ['compressed', gzipSync(login)],
  [
    'in two chunks',
    Buffer.from(`8\r\n${login.slice(0, 20)}\r\n5\r\n${login.slice(20)}\r\n0\r\n\r\n`),
  ],
])('the text of a request does not show a password %s', (_name, body) => {
  const secrets = createSecrets();
  secrets.remember('PASSWORD', password);
  secrets.remember('PASSWORD', password.replace('ä', 'a'));
  const head = `POST / HTTP/1.1\r\nHost: a\r\nHost: a\r\nTransfer-Encoding: chunked\r\nX-Copy: ${password}\r\n\r\n`;
  const sent = writeRequest({ bytes: Buffer.concat([Buffer.from(head), body]) }, writing);
  const text = requestText(sent, secrets);
  expect(text).toContain('X-Copy: $PASSWORD');
  for (const part of ['pä', 'p\\u00e4', 'ss/w', 's\\u0000s', 'ord 1234', 'H4sI'])
    expect(text).not.toContain(part);
});

function raw(...lines: readonly string[]): Buffer {
  const [first, ...others] = lines;
  return Buffer.from([first, 'Host: a', ...others, '', ''].join('\r\n'));
}

test('masks a secret whole even when a changed part of it is a secret that looks less common', () => {
  const secrets = createSecrets();
  secrets.remember('API_KEY', 'a-key-of-the-shop');
  secrets.remember('ALTERED_API_KEY', 'a-key-');
  expect(secrets.mask('the header X-Key: a-key-of-the-shop')).toBe('the header X-Key: $API_KEY');
});

test('masks a secret as programs print bytes, and with any reference of HTML', () => {
  const secrets = createSecrets();
  const value = 'sk_live_51HbXyZ9QwErTyUiOp!';
  secrets.remember('TOKEN', value);
  const bytes = Buffer.from(value);
  const pairs = bytes.toString('hex').match(/../g) ?? [];
  for (const text of [
    JSON.stringify(bytes),
    pairs.join(':'),
    pairs.join(' ').toUpperCase(),
    pairs.map((pair) => `0x${pair}`).join(', '),
    bytes
      .toString('hex')
      .match(/.{1,4}/g)
      ?.join(' ') ?? '',
    Buffer.from(value, 'utf16le').toString('latin1'),
    Buffer.from(value, 'utf16le').toString('base64'),
    value.replaceAll('_', '&lowbar;').replace('!', '&excl;'),
    [...value].map((char) => `&#x0000${char.charCodeAt(0).toString(16)};`).join(''),
  ]) {
    const masked = secrets.mask(`before ${text} after`);
    expect(masked, text).toMatch(/^before .*TOKEN.* after$/s);
    expect(masked.length, text).toBeLessThan(30 + text.length / 4);
  }
  const plain = 'at 2026-11-29 07:20:11, 12, 13, 14, 15, 16, 17, 18, 19: &copy; 127.0.0.1';
  expect(secrets.mask(plain)).toBe(plain);
});

test('masks a key of letters and a pass phrase in every coding, and not only as a word', () => {
  for (const value of ['xKqWvTzRbNmLpYhGfDsA', 'correct horse battery']) {
    const secrets = createSecrets();
    secrets.remember('KEY', value);
    const shown = [
      `${value}: denied`,
      `{"${value}":1}`,
      `key_${value}`,
      value.toUpperCase(),
      Buffer.from(`u:${value}`).toString('base64'),
      `it begins with ${value.slice(0, 15)}`,
    ].filter((text) => secrets.maskReceived(text) === text);
    expect(shown).toEqual([]);
  }
});

test('masks any number of secrets that a server issues, in bounded time', () => {
  const secrets = createSecrets();
  const issued = Array.from({ length: 16_000 }, (_, at) => `issued-token-${at * 7919}`);
  for (const token of issued) secrets.remember('TOKEN', token, false);
  const masked = secrets.maskReceived(JSON.stringify(issued));
  expect(issued.filter((token) => masked.includes(`"${token}"`))).toEqual([]);
  expect(secrets.names().length).toBe(1_000);
});

test('shows nothing that was received when there are more secrets than a run can keep', () => {
  const secrets = createSecrets();
  for (let at = 0; at < 3_000; at += 1)
    secrets.remember('TOKEN', `${at}-${'x'.repeat(1500)}`, false);
  const last = `2999-${'x'.repeat(1500)}`;
  expect(secrets.maskReceived(`{"token":"${last}"}`)).toMatch(/^\(not shown: /);
  expect(secrets.mask(`expected a number, got "${last}"`)).toBe('expected a number, got "…"');
});
