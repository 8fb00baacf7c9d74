import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand, serveInChild } from '../support/command/run-command.ts';
import { temporaryFolder } from '../support/server/database.ts';

// The image is not built here: that takes minutes. What its commands do is tested without it.
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { services } = parse(readFileSync('compose.yaml', 'utf8'));

/** The words of an instruction such as `CMD ["serve"]`, in a folder that stands for /data. */
function wordsOf(instruction: string, folder: string): string[] {
  const pattern = new RegExp(`^${instruction} (?:--.*\\n +CMD )?(\\[.*\\])$`, 'm');
  const [, words = ''] = pattern.exec(dockerfile) ?? [];
  return JSON.parse(words.replaceAll('/data/', `${folder}/`));
}

test('the image starts the command of the package', () => {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(wordsOf('ENTRYPOINT', '')).toEqual(['node', join('/app', bin['account-access'])]);
});

test('the health check of the image is green while the service is ready, and red when it has ended', async () => {
  const folder = temporaryFolder();
  const [serve, ...args] = wordsOf('CMD', folder);
  expect(serve).toBe('serve');
  const database = join(folder, 'account-access.db');
  const child = await serveInChild([...args, '--database', database], { cwd: folder });
  const [, ...check] = wordsOf('HEALTHCHECK', folder);
  const statusOfCheck = () => spawnSync(process.execPath, check, { cwd: folder }).status;
  expect(statusOfCheck()).toBe(0);
  child.signal('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(statusOfCheck()).toBe(1);
});

test('the service of compose.yaml accepts its arguments, and reads database and secrets file from its environment', async () => {
  const { command, environment } = services.service;
  const child = runCommand([...command, '--print-config'], {
    env: environment,
    cwd: temporaryFolder(),
  });
  expect(await child.ended, child.stderr()).toBe(0);
  expect(child.stdout()).toContain(
    'database: postgres://accounts@database/accounts?sslmode=disable\n',
  );
  expect(child.stdout()).toContain('secrets: /data/accounts.secrets');
});

test('the service of compose.yaml gets the password from the file, and passes its arguments on', () => {
  const folder = temporaryFolder();
  const password = join(folder, 'password');
  writeFileSync(password, 'canary-of-compose\n');
  // Stands for Node, and writes what it gets.
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$@"\n`, {
    mode: 0o755,
  });
  const [shell, ...words]: string[] = services.service.entrypoint;
  const args = words.map((word) =>
    word.replaceAll('$$', '$').replace('/run/secrets/database-password', password),
  );
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const { stdout } = spawnSync(shell ?? '', [...args, 'serve', '--port', '0'], {
    encoding: 'utf8',
    env,
  });
  expect(stdout.trimEnd().split('\n')).toEqual([
    'canary-of-compose',
    '/app/dist/bin/account-access.js',
    'serve',
    '--port',
    '0',
  ]);
});
