import { afterEach, expect, test } from 'vitest';
import { nowhere, ownHost, type Planted, plant, plantRaw } from '../planted-server.ts';
import { readDocument, runDocument } from './run-document.ts';

const document = readDocument('bookshop-3.0');
const credentials = { apiKey: 'a-key-of-the-shop', staff: 'ada:a-password-1815' };
let server: Planted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const errors = ({ outcomes }: Awaited<ReturnType<typeof runDocument>>) =>
  outcomes.filter(({ kind }) => kind === 'error').map(({ check, reason }) => `${check}: ${reason}`);

test('a server that is not there could not be tested', async () => {
  const run = await runDocument(nowhere, document, credentials);
  expect(run.stopReason).toMatch(/nothing listens there/);
  expect(run.exit).toBe(3);
});

test('a server that speaks another protocol could not be tested', async () => {
  server = await plantRaw('SSH-2.0-OpenSSH_9.2\r\n');
  const run = await runDocument(server.url, document, credentials);
  expect(errors(run)).toEqual([]);
  expect(run.outcomes.filter(({ kind }) => kind === 'passed')).toEqual([]);
  expect(run.exit).not.toBe(0);
});

test('a server that answers all in HTML is told to do so', async () => {
  server = await plant((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>');
  });
  const run = await runDocument(server.url, document, credentials);
  expect(errors(run)).toEqual([]);
  expect(run.broken['document/answer-content-type']?.[0]).toMatch(/application\/json.* \/ text\/html/);
  expect(run.exit).toBe(1);
});

test('a server that resets every connection could not be tested', async () => {
  server = await plant((request) => request.socket.resetAndDestroy());
  const run = await runDocument(server.url, document, credentials);
  expect(errors(run)).toEqual([]);
  expect(run.exit).not.toBe(0);
});

test('a body without end is given up on', async () => {
  server = await plant((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write('x'.repeat(500_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const run = await runDocument(server.url, document, credentials, { only: ['document/example'] });
  expect(errors(run)).toEqual([]);
});

test('a server that goes away in the middle is reported, and the other checks are skipped', async () => {
  let answered = 0;
  const going = await plant((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"problem":"no"}');
    answered += 1;
    if (answered === 20) void going.close();
  }, ownHost);
  const run = await runDocument(going.url, document, credentials);
  expect(errors(run)).toEqual([]);
  expect(run.stopReason).toBeDefined();
  expect(run.exit).toBe(3);
});

test('a server that dies of a request is told with the request that it died of', async () => {
  const deadly = await plant((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"problem":"no"}');
      return;
    }
    request.socket.destroy();
    void deadly.close();
  }, ownHost);
  const run = await runDocument(deadly.url, document, credentials);
  expect(run.stopReason).toMatch(/nothing listens there/);
  // With it, perhaps, what was under way beside it.
  expect(run.unanswered).toContainEqual(expect.stringMatching(/^curl -isS .*(?:-X POST|--data-binary)/));
});

test('a server that is started again after it died of a request is told with that request', async () => {
  server = await plant((request, response) => {
    if (request.method === 'POST') return void request.socket.destroy();
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"problem":"no"}');
  });
  const run = await runDocument(server.url, document, credentials, { only: ['document/broken-body'] });
  expect(run.unanswered).toEqual([]);
  const reasons = run.outcomes.flatMap(({ reason }) => reason ?? []);
  expect(reasons).toContainEqual(expect.stringMatching(/^no response: .*; sent with curl -isS /));
});
