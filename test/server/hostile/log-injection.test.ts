import { expect, test } from 'vitest';
import { generate, paths, tokenOf } from '../../support/http/call-operations.ts';
import { encode, exchange, type Request } from '../../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

// A line of the log is one line, whatever is sent: nobody writes entries of their own, moves the cursor of the reader
// it, or has it run for them.

const server = await serverForFile();
const person = await addPerson(server);
const marker = 'forged-entry';
const forged = `{"level":30,"msg":"${marker}"}`;

const hostile = {
  'a line break': `\r\n${forged}\r\n`,
  'a line feed': `\n${forged}\n`,
  'an escape': `\u001b[2J\u001b]0;${marker}\u0007`,
  'a line separator': `\u2028${forged}\u2029`,
  'an order of reading': `\u202e${marker}\u2066`,
  'a backspace': `${'\b'.repeat(20)}${marker}`,
  'a zero byte': `\0${marker}`,
};

test.each(Object.entries(hostile))('%s in any field that a caller fills', async (_name, text) => {
  const latin = Buffer.from(text).toString('latin1');
  // What would end the header's line is sent as it would be by somebody who hopes that it is decoded later.
  const inHeader = latin.replaceAll(/[\r\n\0]/g, (byte) => encodeURIComponent(byte));
  const inTarget = encodeURIComponent(text);
  const token = await tokenOf(server, credentialsOf(person));
  const requests: Request[] = [
    { target: paths.login, body: { identity: text, password: text, otp: text } },
    { target: paths.login, body: { identity: `${text}@example.com`, password: text } },
    { target: paths.login, body: { [text]: text } },
    { target: paths.login, body: text },
    { target: paths.generate, token, body: { description: text } },
    { method: 'DELETE', target: paths.revoke(inTarget), token },
    { method: 'DELETE', target: paths.revoke(`${inTarget}%ff`), token },
    { target: `${paths.login}?${inTarget}` },
    { target: `/${inTarget}` },
    ...[
      'User-Agent',
      'X-Forwarded-For',
      'traceparent',
      'Authorization',
      'Content-Type',
      'Origin',
      'X-Request-Id',
    ].map((name): Request => ({ target: paths.login, headers: [[name, inHeader]], body: {} })),
  ];
  const before = server.log.lines().length;
  for (const request of requests) await exchange(server, encode(request));
  await generate(server, token);

  const linesNow = () => server.log.text().split('\n').slice(0, -1);
  await expect.poll(() => linesNow().length).toBeGreaterThanOrEqual(before + requests.length);
  const lines = linesNow();
  expect(server.log.text()).not.toContain(marker);
  for (const line of lines) {
    expect(line).toMatch(/^\{"level":\d+,"time":\d+,.*\}$/);
    // Beyond printable ASCII there is nothing of ours.
    expect(line).toMatch(/^[ -~]*$/);
  }
});
