import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { serverForFile } from '../support/server/test-server.ts';
import { exampleChecks } from './example-checks.ts';

const service = await serverForFile({ config: { internal: { listen: '127.0.0.1:0' } }, demo: true });
const sources = {
  node: process.execPath,
  cwd: new URL('../..', import.meta.url).pathname,
  folder: 'examples',
};

test.each<[string, keyof typeof exampleChecks]>([
  ['a key is generated and revoked, and the output does not contain its secret', 'log-in-generate-revoke'],
  ['the user enters a one-time code once', 'one-time-code'],
  ['a generation and a revocation whose responses were lost are sent again', 'retries'],
  ["a user's own app accepts a key until it is revoked", 'require-api-key'],
  ["the service runs below a path of a user's own app, with its own rate limit", 'express-app'],
])('%s', async (_, name) => {
  await exampleChecks[name](sources, service);
});

test('every example is run here', async () => {
  const examples = (await readdir('examples')).filter((file) => file.endsWith('.ts'));
  expect(examples.toSorted()).toEqual(
    Object.keys(exampleChecks)
      .map((name) => `${name}.ts`)
      .toSorted(),
  );
});
