import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonRequest } from '../../../conformance/engine/http/request.ts';
import { consoleReport } from '../../../conformance/engine/report/console.ts';
import { wrap } from '../../../conformance/engine/report/text.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { exchangeOf, formats, reportOf } from './report-of.ts';

/** A login, and a response in which a server repeats the password in every place where it can. */
function leak(password: string, around: string) {
  const secrets = createSecrets();
  secrets.remember('PASSWORD', password);
  const request = jsonRequest(
    'POST',
    `/v1/auth/login?hint=${encodeURIComponent(password)}`,
    { password },
    [['Authorization', `Bearer ${password}`]],
  );
  const text = JSON.stringify({
    status: { message: password },
    data: { [around]: [`${around} (${password})`] },
  });
  const exchange = exchangeOf(request, { headers: [['X-Echo', password]], text });
  const got = `${JSON.stringify(password)} in data`;
  return reportOf({ exchanges: [exchange], got, note: got }, secrets);
}

const word = fc.stringMatching(/^zq[a-z]{2,12}$/);
const phrase = fc.stringMatching(/^zq[a-z]{3}[-_ ][a-z]{3,9}$/);
const unusual = fc.stringMatching(/^[\x21-\x7eä-üЀ-ӿ]{6,60}$/).map((text) => `${text}9!`);
const around = fc.stringMatching(/^[a-pr-z]{0,9}$/);

test('no report contains the password, whatever it is and wherever the server repeats it', () => {
  fc.assert(
    fc.property(fc.oneof(word, phrase, unusual), around, (password, text) => {
      const report = leak(password, text);
      for (const write of Object.values(formats)) expect(write(report)).not.toContain(password);
      // Lines so long that none ends within a password.
      expect(consoleReport(report, { colour: false, columns: 10_000 })).not.toContain(password);
    }),
    { seed: 1, numRuns: 60 },
  );
});

describe.each(['password', 'status', 'demo', 'data', 'a', 'Login', '200'])(
  'a server that knows the password %s',
  (password) => {
    const report = leak(password, 'field');
    const [finding] = report.checks[0]?.findings ?? [];
    const [exchange] = finding?.exchanges ?? [];

    test('masks it in every value that was sent or received', () => {
      expect(exchange?.curl).toContain(`-H 'Authorization: Bearer '"$PASSWORD"`);
      expect(exchange?.curl).toContain(`--data-binary '{"password":"'"$PASSWORD"'"}'`);
      expect(exchange?.curl).toContain(`?hint='"$PASSWORD"`);
      expect(exchange?.headers).toEqual([['X-Echo', '$PASSWORD']]);
      expect(JSON.parse(exchange?.response ?? '').status).toEqual({ message: '$PASSWORD' });
      expect(finding?.got).toBe('"$PASSWORD" in data');
    });

    test('leaves names of fields, paths, ids and the sentences of the tool as they are', () => {
      expect(exchange?.curl).toContain("'http://127.0.0.1:8080/v1/auth/login?hint='");
      expect(Object.keys(JSON.parse(exchange?.response ?? ''))).toEqual(['status', 'data']);
      expect(report.checks[0]).toMatchObject({
        id: 'login/password-is-checked',
        rule: 'Rejects a login with a wrong password.',
      });
      expect(finding?.expected).toBe('a rejection');
      expect(report.target).toBe('http://127.0.0.1:8080');
    });
  },
);

test('a message of the server that only uses the word of a weak password stays readable', () => {
  const secrets = createSecrets(() => new Set(['password']));
  secrets.remember('PASSWORD', 'password');
  secrets.remember('PASSWORD', 'swordfish');
  const exchange = exchangeOf(jsonRequest('POST', '/v1/auth/login', {}), {
    text: '{"message":"Identity or password is wrong.","detail":"swordfish is wrong"}',
  });
  const [check] = reportOf({ exchanges: [exchange] }, secrets).checks;
  expect(check?.findings[0]?.exchanges[0]?.response).toBe(
    '{"message":"Identity or password is wrong.","detail":"$PASSWORD_2 is wrong"}',
  );
});

describe('text', () => {
  const trace = '0123456789abcdef0123456789abcdef';
  const url =
    'https://api.example.com/v1/security/apikey/key_0123456789?fields=id,note,description';

  test('JSON is wrapped between its elements, and ids and addresses stay whole', () => {
    const json = JSON.stringify({
      status: { code: 401, trace_id: trace },
      data: { tags: ['a,"b', 'c'], url },
    });
    expect(wrap(json, 60).split('\n')).toEqual([
      `{"status":{"code":401,`,
      `"trace_id":"${trace}"},"data":`,
      `{"tags":["a,\\"b","c"],`,
      `"url":"${url}"}}`,
    ]);
  });

  test('text is wrapped at spaces, with the first line apart', () => {
    expect(wrap('The server returns 404 for a key of another user.', 24, '  ')).toBe(
      'The server returns 404\n  for a key of another\n  user.',
    );
  });

  test('a long word without JSON stays whole on a line of its own', () => {
    expect(wrap(`see ${url} for more`, 40)).toBe(`see\n${url}\nfor more`);
  });

  test('no line ends inside a word, whatever the JSON and the width', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 20, max: 100 }), (json, width) => {
        const compact = JSON.stringify(JSON.parse(json));
        const lines = wrap(compact, width).split('\n');
        for (const line of lines.slice(0, -1)) expect(line).toMatch(/\S$/);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(compact.replaceAll(/\s/g, ''));
        const breaks = lines.slice(0, -1).map((line, at) => `${line.at(-1)}${lines[at + 1]?.[0]}`);
        const cut = breaks.filter((pair) => !/^(,["{[]|:[{[])$/.test(pair));
        // The others are spaces inside strings.
        expect(cut.length).toBeLessThanOrEqual(compact.match(/\s/g)?.length ?? 0);
      }),
      { seed: 1 },
    );
  });
});

describe('a secret of which a server shows', () => {
  const value = 'Sup3r <Secret> "x" & ümlaut!9';
  const part = (from: number, length: number) => `\${PASSWORD:${from}:${length}}`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const html = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

  test.each<readonly [what: string, text: string, masked: string]>([
    ['HTML', html, '$PASSWORD'],
    ['HTML in HTML', html.replaceAll('&', '&amp;'), '$PASSWORD'],
    [
      'HTML by number',
      value.replaceAll(/[<>&"ü]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`),
      '$PASSWORD',
    ],
    ['percent-encoding, twice', encodeURIComponent(encodeURIComponent(value)), '$PASSWORD'],
    ['a form field', new URLSearchParams([['a', value]]).toString(), 'a=$PASSWORD'],
    [
      'JSON in JSON in JSON',
      JSON.stringify(JSON.stringify(JSON.stringify(value))).slice(7, -7),
      '$PASSWORD',
    ],
    ['Base64', base64(value), '$PASSWORD'],
    ['Base64, twice', base64(base64(value)), '$PASSWORD=='],
    ['Base64 in the middle of Base64', base64(`a:${value}:b`), 'YT$PASSWORD6Yg=='],
    ['Base64 for addresses', Buffer.from(value).toString('base64url'), '$PASSWORD'],
    ['hexadecimal digits of Base64', Buffer.from(base64(value)).toString('hex'), '$PASSWORD'],
    ['capitals', value.toUpperCase(), '$PASSWORD'],
    ['the first half', value.slice(0, 15), part(0, 15)],
    ['the second half', value.slice(16), part(16, 14)],
    ['a part of it in HTML', html.slice(0, 15), part(0, 12)],
  ])('%s is masked', (_what, text, masked) => {
    const secrets = createSecrets();
    secrets.remember('PASSWORD', value);
    expect(secrets.maskReceived(`before ${text} after`)).toBe(`before ${masked} after`);
  });

  test('is masked where a text was cut before it', () => {
    const secrets = createSecrets();
    secrets.remember('PASSWORD', value);
    expect(secrets.mask('got Sup3r …')).toBe(`got ${part(0, 5)} …`);
  });

  test('a word that it has in common with other texts stays readable', () => {
    const secrets = createSecrets();
    secrets.remember('PASSWORD', 'document-4711');
    expect(secrets.mask('the document is 4711 bytes')).toBe('the document is 4711 bytes');
  });
});
