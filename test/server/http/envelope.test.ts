import { expect, test } from 'vitest';
import { Problem } from '../../../server/http/problem.ts';
import { generate, logIn, paths } from '../../support/http/call-operations.ts';
import { internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import { encode, exchange, sendRequest } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

const server = await serverForFile();
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

const traceIdFor = async (traceparent: string) =>
  (
    await sendRequest(server, {
      target: paths.login,
      body: {},
      headers: [['Traceparent', traceparent]],
    })
  ).traceId;

/** The line of a request in the access log, which comes after the response. */
async function lineOf(id: string) {
  const find = () => server.log.lines().find((line) => line.traceId === id);
  await expect.poll(find).toBeDefined();
  return find();
}

test.each([
  `00-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-00`,
  `01-${traceId}-${parentId}-01`,
  `cc-${traceId}-${parentId}-01-what-the-future-may-bring`,
])('traceparent %s replaces no trace id, and the log has both ids', async (traceparent) => {
  const ids = [await traceIdFor(traceparent), await traceIdFor(traceparent)];
  expect(new Set([...ids, traceId]).size).toBe(3);
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
  `00-${traceId}-${parentId.toUpperCase()}-01`,
  `00-${traceId.slice(1)}-${parentId}-01`,
  `00-${traceId}0-${parentId}-01`,
  `00-${traceId}-${parentId}-01-more`,
  `01-${traceId}-${parentId}-01x`,
  `00-${traceId}-${parentId}`,
  `00-${traceId.slice(1)}g-${parentId}-01`,
  `x00-${traceId}-${parentId}-01`,
  // Two headers.
  `00-${traceId}-${parentId}-01\r\ntraceparent: 00-${traceId}-${parentId}-01`,
])('traceparent "%s" is ignored', async (traceparent) => {
  const id = await traceIdFor(traceparent);
  expect(id).not.toContain(traceId.slice(1, -1));
  expect(await lineOf(id)).not.toHaveProperty('traceparentTraceId');
});

test('logs a bug with the trace id of its response, and the stack', async () => {
  const app = await appForTest(() => Promise.reject(new Error('a bug')));
  const { reason, traceId: id, text } = await logIn(app, { identity: 'a@b' });
  expect(reason).toBe('internal_error');
  expect(text).not.toContain('a bug');
  const errors = app.log.lines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ traceId: id, err: { message: 'a bug' } }]);
});

const secret = `aak_${'x'.repeat(49)}`;
const right = {
  access_token: `aat_${'x'.repeat(49)}`,
  token_type: 'Bearer',
  expires_in: 3600,
  me_id: `usr_${'m'.repeat(22)}`,
  mfa_enabled: false,
  nickname: 'Ana',
};
const { nickname: _, ...withoutNickname } = right;

test.each([
  ['a missing field', withoutNickname],
  ['a field of the wrong type', { ...right, mfa_enabled: 'no' }],
  ['a field of the wrong form', { ...right, expires_in: 0 }],
  ['a field that is null', { ...right, nickname: null }],
  ['nothing in it', {}],
  // What a forgotten `return` looks like at run time.
  ['no value', undefined as unknown as object],
  ['a list', [right]],
])('a payload with %s is a logged 500 and is never sent', async (_case, payload) => {
  const app = await appForTest(async () => payload);
  const response = await logIn(app, { identity: 'a@b' });
  expect(response.reason).toBe('internal_error');
  expect(response.text).not.toMatch(/x{22}|Ana/);

  const errors = app.log.lines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ traceId: response.traceId, invalidValues: expect.any(Array) }]);
  expect(app.log.text()).not.toMatch(/x{22}/);
});

test('a payload of another operation is suppressed too, with its secret', async () => {
  const app = await appForTest(async () => ({ api_key: secret, note: 'n' }));
  const response = await generate(app, 'anyone');
  expect(response.reason).toBe('internal_error');
  expect(response.text + app.log.text()).not.toContain(secret);
});

test('a failure of another operation is suppressed too', async () => {
  const app = await appForTest(() => Promise.reject(new Problem('key_limit_reached')));
  expect((await generate(app, 'anyone')).reason).toBe('key_limit_reached');
  expect((await logIn(app, { identity: 'a@b' })).reason).toBe('internal_error');
  const errors = app.log.lines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ invalidValues: [{ rule: 'status' }] }]);
});

test.each(['a text', undefined, { code: 'SQLITE_FULL' }, Object.create(null)])(
  'a thrown value that is not an Error is a 500 too (case %#)',
  async (thrown) => {
    const app = await appForTest(() => Promise.reject(thrown));
    const bytes = encode({ target: paths.login, body: { identity: 'a@b' } });
    expect(validateResponse(await exchange(app, bytes)).reason).toBe('internal_error');
  },
);
