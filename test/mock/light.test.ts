import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = `
  const { createMock } = await import('./mock/create-mock.ts');
  await import('./mock/server.ts');
  await createMock().fetch('http://mock.example/v1/auth/login', { method: 'POST' });
  const { Module } = await import('node:module');
  process.stdout.write(JSON.stringify(Object.keys(Module._cache)));
`;

test('the mock runs without Express, without SQL and without a native module', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.join('\n')).toContain('node_modules/ajv/');
  const heavy = /node_modules\/(express|express-openapi-validator|kysely|libsql|pino|@node-rs)\/|\.node$/;
  expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
});
