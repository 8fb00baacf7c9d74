import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { watchModules } from '../../support/command/loaded-modules.ts';
import { serveInChild } from '../../support/command/run-command.ts';
import { generate, paths, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

const serve = (env: Record<string, string>) =>
  serveInChild(['--demo', '--database', join(temporaryFolder(), 'test.db')], { env });

/** Every timer of the process takes a thousand times as long: the one that loads the validator does not end in a test. */
const slowTimers = `--import=data:text/javascript,${encodeURIComponent(
  'const wait = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => wait(run, 1000 * ms, ...rest);',
)}`;

// The validator is as large as the remainder of the service, and takes a hundred times as long as the compiled checks.
test.each([
  ['valid requests do not use the validator', 'a value', false],
  ['an invalid header does', '\u00e9', true],
])('%s', async (_what, value, expected) => {
  const modules = watchModules();
  const server = await serve({ ...modules.env, NODE_OPTIONS: slowTimers });
  const { identity, password } = demoAccounts.plain;
  const token = await tokenOf(server, { identity, password });
  const headers = [['Idempotency-Key', value]] as const;
  for (const body of [undefined, {}, { description: 'light' }]) {
    await sendRequest(server, { target: paths.generate, token, headers, body });
    await sendRequest(server, { target: paths.generate, token, body });
  }
  const made = await generate(server, token);
  expect((await revoke(server, token, textIn(made, 'id'))).httpStatus).toBe(200);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  const isLoaded = modules.paths().some((path) => path.includes('node_modules/express-openapi-validator/'));
  expect(isLoaded).toBe(expected);
});

test('the service loads the validator by itself, so that no request waits for it', async () => {
  const server = await serve({ NODE_DEBUG: 'esm,module' });
  await server.says(/openapi-validator\.(cjs|js|ts)/);
});
