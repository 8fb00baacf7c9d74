import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { docs } from '../../../server/http/docs.ts';
import { temporaryFolder } from '../../store/temporary-store.ts';
import { ask } from '../../support/ask.ts';
import { serverForTest } from '../../support/test-server.ts';

async function serveDocs(page: string) {
  const app = express().use(docs(page));
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the page is served where it was built, as HTML that browsers take at its word', async () => {
  const page = join(temporaryFolder(), 'index.html');
  writeFileSync(page, '<title>The docs</title>');
  const answer = await fetch(`${await serveDocs(page)}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('<title>The docs</title>');
});

test('where it was not built there is nothing', async () => {
  const url = await serveDocs(join(temporaryFolder(), 'index.html'));
  expect((await fetch(`${url}/docs`)).status).toBe(404);
});

test('the page is no operation: any other method or spelling finds an envelope', async () => {
  const server = await serverForTest();
  for (const [method, target] of [
    ['POST', '/docs'],
    ['DELETE', '/docs'],
    ['GET', '/Docs'],
    ['GET', '/docs/x'],
    ['GET', '/docs/../server/main.ts'],
    ['GET', '/docs/%2e%2e/package.json'],
  ] as const)
    expect((await ask(server, { method, target })).reason).toBe('not_found');
});
