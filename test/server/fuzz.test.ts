import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paths, tokenOf } from '../support/http/call-operations.ts';
import { openConnection } from '../support/http/raw-connection.ts';
import { sendRaw, sendRequest } from '../support/http/send-request.ts';
import { type ApiResponse, validateResponse } from '../support/http/validate-response.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForFile } from '../support/server/test-server.ts';
import { soaking } from '../support/which-tests-run.ts';

// For any input the server returns an envelope of the contract and no server error. `sendRequest` checks the first.
const server = await serverForFile();
const token = await tokenOf(server, credentialsOf(await addPerson(server)));
const noServerError = ({ httpStatus, text }: ApiResponse) => {
  // For a method that nobody knows.
  if (httpStatus !== 501) expect(httpStatus, text).toBeLessThan(500);
};
// The same inputs each time, so that a failure is about what was changed; `npm run soak` tries others.
const runs = (count: number) => (soaking ? { numRuns: 20 * count } : { numRuns: count, seed: 7 });

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'a@b',
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    '\u{1f511}',
    '%',
    "'--",
    '$where',
    '',
  ),
);
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 10, stringUnit: 'binary' }));
const anyObject = fc.dictionary(
  fc.oneof(fc.constantFrom('identity', 'password', 'otp', 'description'), anyText),
  anyValue,
  { maxKeys: 6 },
);
const anyBody = fc.oneof(
  anyObject.map((value) => JSON.stringify(value)),
  anyValue.map((value) => JSON.stringify(value)),
  anyText,
  fc.uint8Array({ maxLength: 300 }),
  // JSON with one byte changed.
  fc.tuple(anyObject, fc.nat(), fc.nat(255)).map(([value, place, byte]) => {
    const bytes = Buffer.from(JSON.stringify(value));
    bytes[place % bytes.length] = byte;
    return bytes;
  }),
);
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const headerName = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/),
  fc.constantFrom(
    ...'Authorization Content-Type Content-Encoding Expect traceparent Host Accept'.split(' '),
  ),
  fc.constantFrom(
    ...'Cookie X-HTTP-Method-Override X-Forwarded-For Range Via TE Upgrade'.split(' '),
  ),
);
const headerValue = fc.oneof(
  fc.string({ unit: visible, maxLength: 60 }),
  fc.constantFrom('Bearer ', `Bearer ${token}`, '100-continue', '\xff'),
  fc.constantFrom('application/json', 'multipart/form-data'),
);

test('any body', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(paths.login, paths.generate),
      anyBody,
      async (target, body) => {
        noServerError(await sendRequest(server, { target, body, token }));
      },
    ),
    runs(450),
  );
});

test('any headers', async () => {
  const framing = /^(content-length|transfer-encoding|connection)$/i;
  const headers = fc
    .array(fc.tuple(headerName, headerValue), { maxLength: 8 })
    .map((pairs) => pairs.filter(([name]) => !framing.test(name)));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(paths.login, paths.generate),
      headers,
      async (target, list) => {
        const given = list.filter(([, value]) => value.toLowerCase() !== '100-continue');
        noServerError(await sendRequest(server, { target, headers: given, body: {} }));
      },
    ),
    runs(150),
  );
});

test('any target', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '..',
      '.',
      '?',
      '#',
      '%',
      '%2f',
      '%2e',
      ':',
      '@',
      '*',
      'http://',
      '[',
      '\\',
    ),
    fc.constantFrom(
      'v1',
      'auth',
      'login',
      'security',
      'apikey',
      'generate',
      '{id}',
      ':id',
      'V1',
      '%76',
    ),
    fc.string({ unit: visible, minLength: 1, maxLength: 5 }),
  );
  const target = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  const method = fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PATCH',
    'REPORT',
  );
  await fc.assert(
    fc.asyncProperty(method, target, fc.boolean(), async (verb, text, rooted) => {
      const line = `${verb} ${rooted ? '/' : ''}${text} HTTP/1.1\r\nHost: localhost\r\n`;
      noServerError(await sendRaw(server, `${line}Authorization: Bearer ${token}\r\n\r\n`));
    }),
    runs(300),
  );
});

test('any bytes', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'POST /v1/auth/login HTTP/1.1',
      'DELETE /v1/security/apikey/x HTTP/1.1',
      'GET / HTTP/1.0',
    ),
    fc.constantFrom(
      '',
      'Host: a',
      'Content-Length: 2',
      'Content-Length: 5',
      '0',
      '2',
      '{}',
      ' x: y',
    ),
    fc.constantFrom('Transfer-Encoding: chunked', 'Content-Type: application/json'),
    fc.constantFrom('Connection: close', 'Connection: Upgrade'),
    fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  );
  const bytes = fc.oneof(
    fc.array(line, { maxLength: 12 }).map((lines) => Buffer.from(lines.join('\r\n'), 'latin1')),
    fc.uint8Array({ maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      for (const response of await converse(sent)) noServerError(validateResponse(response));
    }),
    runs(300),
  );
});

/** Only sends these bytes, and reads every response: none, one, or several. */
async function converse(bytes: Uint8Array) {
  const wire = openConnection(server.port);
  wire.write(bytes);
  wire.end();
  const responses = [];
  for (;;) {
    const response = await wire.read().catch((error: Error) => error);
    if (response instanceof Error) {
      wire.close();
      expect(response.message).toContain('after 0 bytes');
      return responses;
    }
    responses.push(response);
  }
}
