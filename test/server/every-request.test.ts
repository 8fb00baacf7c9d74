import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { paths, tokenOf } from '../support/http/call-operations.ts';
import { internalOf, sendToInternal } from '../support/http/internal-listener.ts';
import { encode } from '../support/http/send-request.ts';
import { inspect } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest, type TestServer } from '../support/server/test-server.ts';
import { soaking } from '../support/which-tests-run.ts';

const connections = soaking ? 1000 : 12;
const requests = 20;

/** Sends bytes on a connection of its own, and leaves when so many responses have begun to arrive. */
async function sendAndLeave(
  { port }: TestServer,
  bytes: Uint8Array,
  responses: number,
): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  socket.write(bytes);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
    if (received.split('HTTP/1.1 ').length > responses) socket.resetAndDestroy();
  });
  if (responses === 0) setTimeout(() => socket.resetAndDestroy(), 20);
  await once(socket, 'close');
}

/** How often each outcome occurred: `generateApiKey 200`, or `none` for a client that left. */
function countOutcomes(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

async function outcomesInMetrics(server: TestServer): Promise<Record<string, number>> {
  const internal = internalOf(server);
  const request = { method: 'GET', target: '/metrics', token: internal.credential };
  const { text } = await sendToInternal(internal, request);
  const lines = text.matchAll(
    /^account_access_requests_total\{listener="public",operation="(\w+)",status="(\w+)".*\} (\d+)$/gm,
  );
  const counts: Record<string, number> = {};
  for (const [, operation, status, count] of lines) {
    const outcome = `${operation} ${status}`;
    counts[outcome] = (counts[outcome] ?? 0) + Number(count);
  }
  return counts;
}

test(`the log, the metrics, the audit log and the database agree about ${connections * requests} requests, also of clients that left`, {
  timeout: connections * 10_000,
}, async () => {
  const server = await serverForTest({
    config: { maximumKeys: 1_000_000, internal: { listen: '127.0.0.1:0' } },
  });
  const token = await tokenOf(server, credentialsOf(await addPerson(server)));
  const generation = encode({ target: paths.generate, token, body: {} });
  const burst = Buffer.concat(Array.from({ length: requests }, () => generation));
  const invalid = encode({ target: paths.generate, token, body: { description: 1 } });
  const chunked = [['Transfer-Encoding', 'chunked']] as const;
  const kinds = [
    () => sendAndLeave(server, burst, requests),
    (nth: number) => sendAndLeave(server, burst, nth % requests),
    () => sendAndLeave(server, Buffer.concat([invalid, burst.subarray(0, -1)]), requests),
    () =>
      sendAndLeave(server, Buffer.concat([invalid, burst.subarray(0, generation.length - 1)]), 0),
    () =>
      sendAndLeave(
        server,
        encode({ target: paths.generate, token, headers: chunked, body: 'x' }),
        2,
      ),
  ];
  for (let nth = 0; nth < connections; nth += kinds.length)
    await Promise.all(kinds.map((send, kind) => send(nth + kind)));

  const lines = () =>
    server.log
      .lines()
      .filter(({ msg = '' }) =>
        ['response sent', 'request rejected', 'client disconnected'].includes(msg),
      )
      .filter(({ operation }) => operation !== 'getMetrics')
      .map(({ traceId, operation = 'none', msg, status }) => ({
        traceId,
        outcome: `${operation} ${msg === 'client disconnected' ? 'none' : status}`,
      }));
  const created = async () => {
    const query = "select trace_id from audit_events where event = 'api_key_created'";
    return (await inspect(server.database, query)).map((row) => Reflect.get(row, 'trace_id'));
  };
  // A key that was being generated when its client left may still be stored.
  await expect
    .poll(async () => {
      const known = new Set(lines().map(({ traceId }) => traceId));
      return (await created()).filter((traceId) => !known.has(traceId));
    })
    .toEqual([]);
  const counts = () => countOutcomes(lines().map(({ outcome }) => outcome));
  await vi.waitFor(async () => expect(await outcomesInMetrics(server)).toEqual(counts()), 10_000);
  expect(new Set(lines().map(({ traceId }) => traceId)).size).toBe(lines().length);
  expect(counts()['generateApiKey 200']).toBeGreaterThan((connections / kinds.length) * requests);
  for (const outcome of ['none', '400'])
    expect(counts()[`generateApiKey ${outcome}`]).toBeGreaterThan(0);

  const events = await created();
  const keys = (await inspect(server.database, 'select id from api_keys')).length;
  expect(new Set(events).size).toBe(keys);
  expect(events).toHaveLength(keys);
  const acknowledged = lines().filter(({ outcome }) => outcome === 'generateApiKey 200');
  expect(events).toEqual(expect.arrayContaining(acknowledged.map(({ traceId }) => traceId)));
});
