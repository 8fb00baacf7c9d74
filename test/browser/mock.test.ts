import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, inject, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { folderWith, runTests, testFiles, titlesIn } from '../docs/recipes/recipe-folder.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { serveFiles, servePage } from './support/serve-files.ts';
import { visit } from './support/visit.ts';

// What a page of somebody else does, as the guide of msw says: the worker's file next to it, and the handlers.
const source = `
  import { http } from 'msw';
  import { setupWorker } from 'msw/browser';
  import { createClient } from './client/index.ts';
  import { createMock } from './mock/create-mock.ts';
  import { mswHandlers } from './mock/msw.ts';

  export { createClient };
  export const mock = createMock();
  // A worker that was taken for started while it was still about to may not have the page's requests yet.
  const { serviceWorker } = navigator;
  const inControl = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
  export const start = async (base) => {
    await setupWorker(...mswHandlers(http, mock, base)).start({ quiet: true, onUnhandledRequest: 'bypass' });
    if (serviceWorker.controller === null) await inControl;
  };
`;

declare const program: {
  readonly createClient: typeof import('../../client/index.ts').createClient;
  readonly mock: import('../../mock/create-mock.ts').Mock;
  readonly start: (base: string) => Promise<unknown>;
};

/** A folder as such a page is served from. */
async function pageWithWorker(): Promise<string> {
  const folder = temporaryFolder();
  await build({
    stdin: { contents: source, resolveDir: '.', loader: 'ts' },
    bundle: true,
    format: 'iife',
    globalName: 'program',
    platform: 'browser',
    outfile: join(folder, 'program.js'),
  });
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  copyFileSync(worker, join(folder, 'mockServiceWorker.js'));
  const page = `<!doctype html><html lang="en"><title>A page</title><main></main><script src="program.js"></script></html>`;
  writeFileSync(join(folder, 'index.html'), page);
  return serveFiles(folder);
}

test('in a browser the worker of msw responds with the mock, from the login to the end of a key', async () => {
  const { page, foreign } = await visit(await pageWithWorker());
  const { identity, password } = demoAccounts.plain;
  const seen = await page.evaluate(
    async ({ baseUrl, credentials, timeout }) => {
      await program.start(baseUrl);
      const client = program.createClient({ baseUrl, credentials, timeout });
      const key = await client.generateApiKey({ description: 'Behind a worker' });
      const { id } = await client.revokeApiKey(String(key.id));
      const refused = await program
        .createClient({ baseUrl, timeout })
        .result.login({ ...credentials, password: 'no' });
      program.mock.use('reset');
      const cut = await program
        .createClient({ baseUrl, timeout, retries: 0 })
        .result.login(credentials);
      return {
        isSame: id === key.id,
        reasons: [refused, cut].map((result) => (result.ok ? 'ok' : result.failure.reason)),
        asked: program.mock.journal().map(({ operation, status }) => `${operation} ${status}`),
        byWorker: navigator.serviceWorker.controller?.scriptURL.split('/').at(-1),
      };
    },
    { baseUrl: 'https://accounts.example', credentials: { identity, password }, timeout: 300_000 },
  );
  expect(seen).toEqual({
    isSame: true,
    reasons: ['invalid_credentials', 'no_response'],
    asked: [
      'login 200',
      'generateApiKey 200',
      'revokeApiKey 200',
      'login 401',
      expect.stringMatching(/^login/),
    ],
    byWorker: 'mockServiceWorker.js',
  });
  // Nothing of it has left the page.
  expect(foreign).toEqual([]);
});

/** A page as the recipe expects it: it logs in at another origin, and says what the user can do. */
const app = `<!doctype html><html lang="en"><title>An app</title>
<button>Log in</button><p role="alert"></p>
<script>
  document.querySelector('button').onclick = async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ identity: 'demo@example.com', password: 'demo-password' });
    const message = await fetch('https://access.example.com/v1/auth/login', { method: 'POST', headers, body })
      .then(({ status }) => (status === 503 ? 'Try again later' : 'Status ' + status), () => 'No response');
    document.querySelector('[role=alert]').textContent = message;
  };
</script></html>`;

const [recipe = ''] = testFiles().filter((file) => file.includes('@playwright/test'));
const [title = ''] = titlesIn(recipe);

const steps = [
  ['{ status: 503 }', 'Try again later'],
  ['{}', 'Status 200'],
  [`{ fault: 'reset' }`, 'No response'],
] as const;

test('with Playwright, the page gets the response of the mock to each step', async () => {
  const address = await servePage(app);
  const variants = steps.map(([step, text]) =>
    recipe
      .replace('http://localhost:3000/', address)
      .replace('{ status: 503 }', step)
      .replace('Try again later', text)
      .replace(title, `${title}: ${text}`),
  );
  const outcomes = await runTests(await folderWith(...variants), {
    BROWSER_ENDPOINT: inject('browserEndpoint'),
  });
  expect(outcomes).toEqual(
    Object.fromEntries(steps.map(([, text]) => [`${title}: ${text}`, 'passed'])),
  );
});
