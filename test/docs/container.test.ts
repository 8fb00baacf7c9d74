import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand, serveInChild } from '../support/command/run-command.ts';
import { temporaryFolder } from '../support/server/database.ts';

// The image is not built here: that takes minutes. What its commands do is tested without it.
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { services } = parse(readFileSync('compose.yaml', 'utf8'));

/** The words of an instruction such as `CMD ["serve"]`. */
function wordsOf(instruction: string): string[] {
  const pattern = new RegExp(`^${instruction} (?:--.*\\n +CMD )?(\\[.*\\])$`, 'm');
  const [, words = ''] = pattern.exec(dockerfile) ?? [];
  return JSON.parse(words);
}

/** The variables of the image, in a folder that stands for /data. */
function variablesIn(folder: string): Record<string, string> {
  const found = dockerfile.matchAll(/\b(ACCOUNT_ACCESS_\w+)=\/data(\S+)/g);
  return Object.fromEntries(Array.from(found, ([, name, path]) => [name, folder + path]));
}

test('the image starts the command of the package', () => {
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(wordsOf('ENTRYPOINT')).toEqual(['node', join('/app', bin['account-access'])]);
});

test('the health check of the image is green while the service is ready, and red when it has ended', async () => {
  const folder = temporaryFolder();
  const [serve, ...args] = wordsOf('CMD');
  expect(serve).toBe('serve');
  // A container has this port for itself.
  const freePort = args.map((word) => word.replace('127.0.0.1:8081', '127.0.0.1:0'));
  const child = await serveInChild(freePort, { cwd: folder, env: variablesIn(folder) });
  const [, internal = ''] = /"internal":\{"url":"([^"]+)"/.exec(child.stderr()) ?? [];
  const [, ...check] = wordsOf('HEALTHCHECK').map((word) =>
    word.replace('http://127.0.0.1:8081', internal),
  );
  const statusOfCheck = () => spawnSync(process.execPath, check, { cwd: folder }).status;
  expect(statusOfCheck()).toBe(0);
  child.signal('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(statusOfCheck()).toBe(1);
});

test('the image keeps the database, its key and the credential in the volume', async () => {
  const folder = temporaryFolder();
  const [, ...args] = wordsOf('CMD');
  const freePort = args.map((word) => word.replace('127.0.0.1:8081', '127.0.0.1:0'));
  const elsewhere = temporaryFolder();
  await serveInChild(freePort, { cwd: elsewhere, env: variablesIn(folder) });
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['account-access.db', 'account-access.key', 'internal-credential']),
  );
});

test('the service of compose.yaml has the arguments of the image, and the database of the other container', async () => {
  const { command, environment } = services.service;
  expect(command).toEqual(wordsOf('CMD'));
  const child = runCommand([...command, '--print-config'], {
    env: { ...variablesIn('/data'), ...environment },
    cwd: temporaryFolder(),
  });
  expect(await child.ended, child.stderr()).toBe(0);
  expect(parse(child.stdout())).toMatchObject({
    database: 'postgres://accounts@database/accounts',
    encryptionKeyFile: '/data/account-access.key',
    internalCredentialFile: '/data/internal-credential',
    trustedHops: 1,
  });
});

test('only the proxy of compose.yaml can be reached from outside, and it forwards to the service', () => {
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['caddy', 'prism']);
  expect(services.caddy.command.at(-1)).toBe('service:8080');
  expect(dockerfile).toContain('EXPOSE 8080\n');
});

test('Prism of compose.yaml is the version that the tests use, and starts only when it is wanted', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const version = devDependencies['@stoplight/prism-cli'];
  expect(services.prism.entrypoint).toContain(`@stoplight/prism-cli@${version}`);
  expect(services.prism.profiles).toEqual(['prism']);
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
