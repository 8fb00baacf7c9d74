import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { paths, tokenOf } from '../../support/http/call-operations.ts';
import { openConnection } from '../../support/http/raw-connection.ts';
import { encode, type Listening } from '../../support/http/send-request.ts';
import { validateResponse } from '../../support/http/validate-response.ts';
import { countingPasswords } from '../../support/server/counting-passwords.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

/** A file that does not fit into the buffers of a connection. */
const fileBytes = 16 * 1024 * 1024;
const large = { method: 'GET', target: '/docs/large.txt' } as const;

async function appWithLargeFile(options: Parameters<typeof appForTest>[1] = {}) {
  const folder = join(temporaryFolder(), 'docs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'large.txt'), Buffer.alloc(fileBytes));
  writeFileSync(
    join(folder, 'headers.json'),
    JSON.stringify({ files: { 'large.txt': { 'Content-Type': 'text/plain' } } }),
  );
  const app = await appForTest(async () => ({}), { docsFolder: folder, ...options });
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        // It was closed in the meantime.
        return false;
      }
    }).length;
  return { app, openFiles };
}

/** A client that sends requests and reads nothing. */
async function sendWithoutReading({ port }: Listening, bytes: Uint8Array): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(bytes);
  return socket;
}

const repeated = (request: Parameters<typeof encode>[0], times: number) =>
  Buffer.concat(Array.from({ length: times }, () => encode(request)));

test('a burst of 100 requests gets its responses in order, and each has one line in the log', async () => {
  const server = await serverForTest();
  const connection = openConnection(server.port);
  onTestFinished(() => connection.close());
  connection.write(repeated({ target: paths.login, body: {} }, 100));
  const traceIds: unknown[] = [];
  for (let nth = 0; nth < 100; nth += 1)
    traceIds.push(validateResponse(await connection.read()).status.trace_id);
  await expect.poll(() => server.log.lines().map(({ traceId }) => traceId)).toEqual(traceIds);
});

test('requests behind one that runs when the client leaves have no effect', async () => {
  const { passwords, verify } = countingPasswords();
  const server = await serverForTest({ passwords });
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  let finish = () => {};
  const verifying = new Promise<void>((resolve) => {
    verify.mockImplementationOnce(() => {
      resolve();
      return new Promise((done) => {
        finish = () => done(false);
      });
    });
  });
  const login = encode({ target: paths.login, body: { ...credentialsOf(person), password: 'wrong' } });
  const socket = await sendWithoutReading(
    server,
    Buffer.concat([login, repeated({ target: paths.generate, token, body: {} }, 4)]),
  );
  await verifying;
  const lines = () => server.log.lines().filter(({ msg }) => msg === 'client disconnected');
  socket.destroy();
  await expect.poll(lines).toMatchObject([{ operation: 'login' }]);
  finish();
  await expect.poll(() => server.log.text()).toContain('login_failed');
  expect(await server.store.apiKeys.list(person.id, server.clock.now())).toEqual([]);
  expect(lines()).toHaveLength(1);
});

test('a client that leaves behind unread files leaves no open file behind', async () => {
  const { app, openFiles } = await appWithLargeFile();
  const socket = await sendWithoutReading(app, repeated(large, 90));
  await expect.poll(openFiles).toBe(1);
  socket.destroy();
  await expect.poll(openFiles).toBe(0);
  expect(app.log.lines()).toMatchObject([{ msg: 'client disconnected' }]);
});

test('in the server of somebody else, requests behind a response that never comes leave nothing behind', async () => {
  const { app, openFiles } = await appWithLargeFile({ path: '/ours', foreign: true });
  const file = { ...large, target: `/ours${large.target}` };
  const socket = await sendWithoutReading(
    app,
    Buffer.concat([encode({ target: '/slow' }), repeated(file, 9), encode({ target: '/ours/nothing' })]),
  );
  await app.received(11);
  expect(openFiles()).toBe(0);
  socket.destroy();
  const unavailable = Array.from({ length: 9 }, () => ({ status: 503 }));
  await expect.poll(() => app.log.lines()).toMatchObject([...unavailable, { status: 404 }]);
});

test('a client that stays and never reads is disconnected', async () => {
  const { app, openFiles } = await appWithLargeFile({ sendTimeoutMs: 200 });
  const socket = await sendWithoutReading(app, repeated(large, 90));
  await expect.poll(() => app.log.text()).toContain('client disconnected');
  await expect.poll(openFiles).toBe(0);
  socket.resume();
  await once(socket, 'close');
  expect(app.log.lines()).toHaveLength(1);
});

test('what is not a request gets its response after the requests before it', async () => {
  const server = await serverForTest();
  const connection = openConnection(server.port);
  onTestFinished(() => connection.close());
  connection.write(
    Buffer.concat([encode({ target: paths.generate, body: {} }), Buffer.from('hello\r\n\r\n')]),
  );
  expect(validateResponse(await connection.read()).reason).toBe('token_missing');
  expect(validateResponse(await connection.read()).reason).toBe('malformed_request');
  await connection.closed;
});

test('a request with an invalid body gets one response, after the requests before it', async () => {
  const server = await serverForTest();
  const connection = openConnection(server.port);
  onTestFinished(() => connection.close());
  const chunked = [['Transfer-Encoding', 'chunked']] as const;
  connection.write(
    Buffer.concat([
      encode({ target: paths.generate, body: {} }),
      encode({ target: paths.login, headers: chunked, body: 'zz\r\n' }),
    ]),
  );
  expect(validateResponse(await connection.read()).reason).toBe('token_missing');
  expect(validateResponse(await connection.read()).reason).toBe('malformed_request');
  await connection.closed;
  await expect(connection.read()).rejects.toThrow('after 0 bytes');
});
