import { describe, expect, test } from 'vitest';
import { logIn, paths } from '../../support/http/call-operations.ts';
import { internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import { sendRaw, sendRequest } from '../../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

const server = await serverForFile();
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

const traceIdFor = async (...headers: (readonly [string, string])[]) =>
  (await sendRequest(server, { target: paths.login, body: {}, headers })).traceId;

/** The line of a request in the access log, which comes after the response. */
async function lineOf(id: string) {
  const find = () => server.log.lines().find((line) => line.traceId === id);
  await expect.poll(find).toBeDefined();
  return find();
}

test('each request has its own trace id, whatever its outcome', async () => {
  const credentials = credentialsOf(await addPerson(server));
  const requests = [
    () => logIn(server, credentials),
    () => logIn(server, {}),
    () => sendRequest(server, { target: '/nothing' }),
    () => sendRaw(server, 'nonsense\r\n\r\n'),
    () => sendRaw(server, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'),
  ];
  const ids: string[] = [];
  for (const request of [...requests, ...requests]) ids.push((await request()).traceId);
  for (const id of ids) expect(id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  `00-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-00`,
  `01-${traceId}-${parentId}-01`,
  `cc-${traceId}-${parentId}-01-what-the-future-may-bring`,
])('traceparent %s replaces no trace id, and the log has both ids', async (traceparent) => {
  const ids = [
    await traceIdFor(['traceparent', traceparent]),
    await traceIdFor(['Traceparent', traceparent]),
    await traceIdFor(['traceparent', traceparent]),
  ];
  expect(new Set([...ids, traceId]).size).toBe(4);
  for (const id of ids) expect(await lineOf(id)).toMatchObject({ traceparentTraceId: traceId });
});

test('the internal listener does the same', async () => {
  const own = await serverForTest({ config: { internal: { listen: '127.0.0.1:0' } } });
  const headers = [['traceparent', `00-${traceId}-${parentId}-01`]] as const;
  for (const target of ['/introspect', '/introspect', '/nothing'])
    await sendToInternal(internalOf(own), { target, headers });
  const linesOf = () => own.log.lines().filter((line) => line.traceparentTraceId === traceId);
  await expect.poll(linesOf).toHaveLength(3);
  expect(new Set([traceId, ...linesOf().map((line) => line.traceId)]).size).toBe(4);
});

test.each([
  '',
  'nonsense',
  traceId,
  `ff-${traceId}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${traceId}-${parentId.toUpperCase()}-01`,
  `0-${traceId}-${parentId}-01`,
  `00-${traceId.slice(1)}-${parentId}-01`,
  `00-${traceId}0-${parentId}-01`,
  `00-${traceId}-${parentId}-0`,
  `00-${traceId}-${parentId}-01-more`,
  `00-${traceId}-${parentId}-01-`,
  `01-${traceId}-${parentId}-01x`,
  `00-${traceId}-${parentId}`,
  `00_${traceId}_${parentId}_01`,
  `00-${traceId.slice(1)}g-${parentId}-01`,
  `x00-${traceId}-${parentId}-01`,
])('traceparent "%s" is ignored', async (traceparent) => {
  const id = await traceIdFor(['traceparent', traceparent]);
  expect(id).not.toContain(traceId.slice(1, -1));
  expect(await lineOf(id)).not.toHaveProperty('traceparentTraceId');
});

test('two traceparent headers are both ignored', async () => {
  const traceparent = ['traceparent', `00-${traceId}-${parentId}-01`] as const;
  const id = await traceIdFor(traceparent, traceparent);
  expect(id).not.toBe(traceId);
  expect(await lineOf(id)).not.toHaveProperty('traceparentTraceId');
});

describe('the log', () => {
  test('logs a request with the trace id of its response', async () => {
    const responses = [
      await logIn(server, credentialsOf(await addPerson(server))),
      await sendRequest(server, { target: '/nothing' }),
      await sendRaw(server, 'nonsense\r\n\r\n'),
    ];
    for (const response of responses) {
      await expect
        .poll(() => server.log.lines().filter(({ traceId, event }) => traceId === response.traceId && !event))
        .toHaveLength(1);
    }
  });

  test('logs a bug with the trace id of its response, and the stack', async () => {
    const app = await appForTest(() => Promise.reject(new Error('a bug')));
    const { reason, traceId: id, text } = await logIn(app, { identity: 'a@b' });
    expect(reason).toBe('internal_error');
    expect(text).not.toContain('a bug');
    const errors = app.log.lines().filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([{ traceId: id, err: { message: 'a bug' } }]);
  });
});
