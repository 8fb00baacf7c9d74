import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/contract.ts';
import { startCommand } from '../support/command/child-process.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const extensions = ['ts', 'py'] as const;

const sample = (name: string) => readFileSync(join(root, 'docs/samples', name), 'utf8');

test('each operation has a sample in every language that the reference has of its own', () => {
  const names = Object.keys(operations).flatMap((id) => extensions.map((one) => `${id}.${one}`));
  expect(readdirSync(join(root, 'docs/samples')).toSorted()).toEqual(names.toSorted());
});

// The one of the system has the packages of the system.
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import requests']).status === 0,
);
if (python === undefined) {
  const message = 'the samples in Python cannot run: install python3 and python3-requests';
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
}

const folder = await mkdtemp(join(tmpdir(), 'samples-'));
const listening = /http:\/\/127\.0\.0\.1:\d+(?=\D)/;
const servers = {
  'serve --demo': startCommand([
    'serve',
    '--demo',
    '--port',
    '0',
    '--database',
    `${folder}/demo.db`,
  ]),
  mock: startCommand(['mock', '--port', '0']),
};
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.end()));
  await rm(folder, { recursive: true });
});

/** Runs a sample as the reference prints it on this server. @returns the words that it prints */
async function runSample(
  operation: keyof typeof operations,
  extension: (typeof extensions)[number],
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const source = sample(`${operation}.${extension}`).replaceAll('http://127.0.0.1:8080', url);
  const [program, args] =
    extension === 'py'
      ? [python ?? '', ['-c', source]]
      : [process.execPath, ['--input-type=module', '-e', await compile(source)]];
  const { PATH } = process.env;
  const { stdout } = await run(program, args, { env: { PATH, ...env } });
  return stdout.trim().split(/\s+/);
}

/** With the sources of the client, so that the tests need no build. */
async function compile(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: root },
    alias: { 'account-access-client': join(root, 'client/index.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe.each(Object.keys(servers) as (keyof typeof servers)[])('on %s', (name) => {
  test.each(extensions.filter((one) => one !== 'py' || python !== undefined))(
    'the samples in %s log in, generate a key and revoke it, as they are printed',
    async (extension) => {
      const url = await servers[name].says(listening);
      const [token = ''] = await runSample('login', extension, url, {});
      expect(token.startsWith('aat_')).toBe(true);

      const [id = '', key = ''] = await runSample('generateApiKey', extension, url, {
        ACCESS_TOKEN: token,
      });
      expect([id.slice(0, 4), key.slice(0, 4)]).toEqual(['key_', 'aak_']);

      const words = await runSample('revokeApiKey', extension, url, {
        ACCESS_TOKEN: token,
        KEY_ID: id,
      });
      expect(words.join(' ')).toBe('API key revoked');
    },
  );
});
