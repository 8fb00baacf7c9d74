import { createServer } from 'node:http';
import { build } from 'esbuild';
import { expect, inject, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { servePage } from './support/serve-files.ts';
import { type Visit, visit } from './support/visit.ts';

const bundle = build({
  entryPoints: ['client/index.ts'],
  bundle: true,
  minify: true,
  format: 'iife',
  globalName: 'accountAccess',
  platform: 'browser',
  write: false,
});

/** A page that has loaded the client. Its origin differs from that of the mock. */
async function pageWithClient(server = inject('mock')): Promise<Visit['page']> {
  const [script] = (await bundle).outputFiles;
  const html = `<!doctype html><html lang="en"><title>A page</title><main></main><script>${script?.text}</script></html>`;
  const { page } = await visit(await servePage(html), { mayCall: [server] });
  return page;
}

const { identity, password } = demoAccounts.plain;
const credentials = { identity, password };
// Long enough for a busy machine.
const timeout = 300_000;

/** The bundle, as functions that run in the page see it. */
declare const accountAccess: typeof import('../../client/index.ts');

test('in a browser the client reads Retry-After across origins', async () => {
  const page = await pageWithClient();
  const failure = await page.evaluate(
    async ({ baseUrl, credentials, timeout }) => {
      const fetchRateLimited = (request: Request) => {
        request.headers.set('Prefer', 'code=429');
        return fetch(request);
      };
      const client = accountAccess.createClient({
        baseUrl,
        timeout,
        retries: 0,
        fetch: fetchRateLimited,
      });
      const result = await client.result.login(credentials);
      return result.ok
        ? undefined
        : { reason: result.failure.reason, retryAfter: result.failure.retryAfter };
    },
    { baseUrl: inject('mock'), credentials, timeout },
  );
  expect(failure).toEqual({ reason: 'rate_limited', retryAfter: expect.any(Number) });
});

test('in a browser, which does not show where a redirect leads, the failure says to set baseUrl', async () => {
  const cors = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'content-type',
  };
  const server = createServer(({ method }, response) => {
    response.writeHead(method === 'OPTIONS' ? 204 : 307, { ...cors, Location: '/elsewhere' }).end();
  });
  const baseUrl = `http://127.0.0.1:${await listenForTest(server)}`;
  const page = await pageWithClient(baseUrl);
  const failure = await page.evaluate(
    async ({ baseUrl, credentials, timeout }) => {
      const result = await accountAccess
        .createClient({ baseUrl, timeout })
        .result.login(credentials);
      return result.ok
        ? undefined
        : { reason: result.failure.reason, message: result.failure.message };
    },
    { baseUrl, credentials, timeout },
  );
  expect(failure).toEqual({
    reason: 'unexpected_response',
    message: 'The server redirects; set baseUrl',
  });
});
