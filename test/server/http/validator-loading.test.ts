import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { watchModules } from '../../support/command/loaded-modules.ts';
import { serveInChild } from '../../support/command/run-command.ts';
import { generate, paths, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

// The validator is as large as the remainder of the service, and takes a hundred times as long as the compiled checks.
test.each([
  ['does not load the validator for valid requests', 'a value', false],
  ['loads the validator for an invalid header', '\u00e9', true],
])('%s', async (_what, value, expected) => {
  const modules = watchModules();
  const database = join(temporaryFolder(), 'test.db');
  const server = await serveInChild(['--demo', '--database', database], { env: modules.env });
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
  const isLoaded = modules.urls().some((url) => url.includes('/node_modules/express-openapi-validator/'));
  expect(isLoaded).toBe(expected);
});
