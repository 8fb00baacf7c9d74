import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from '../support/command/run-command.ts';
import { temporaryFile, temporaryFolder } from '../support/server/database.ts';
import { blocksOf } from './support/blocks.ts';

const page = readFileSync('docs/run/deploy.md', 'utf8');
const unit = blocksOf(page).find(({ language }) => language === 'ini')?.code ?? '';
const [, stated = ''] = /rates the exposure of this unit below (\d+) of 10/.exec(page) ?? [];

/** With CI=true the program is there, or the tests fail. */
const isMissing = (program: string, option: string) =>
  process.env.CI !== 'true' && spawnSync(program, [option]).status !== 0;

/** Whether `systemd-analyze security`, which needs no running systemd, rates a unit below what the guide states. */
function isBelow(text: string): boolean {
  const file = temporaryFile('account-access.service', text);
  // Tenths.
  const threshold = `--threshold=${Number(stated) * 10}`;
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', threshold, file],
    { encoding: 'utf8' },
  );
  expect(stdout).toContain('Overall exposure level for account-access.service');
  return status === 0;
}

test.skipIf(isMissing('systemd-analyze', '--version'))(
  'the unit of the guide has the exposure that it states, and more without restrictions',
  () => {
    expect(isBelow(unit)).toBe(true);
    const [bare = ''] = unit.split('# Access only to its own files');
    expect(isBelow(bare)).toBe(false);
  },
);

test('the service accepts the arguments and the variable of the unit', async () => {
  const [, args = ''] = /^ExecStart=\S+ (.+)$/m.exec(unit) ?? [];
  const [, name = '', value = ''] = /^Environment=(\w+)=(.+)$/m.exec(unit) ?? [];
  const child = runCommand([...args.split(' '), '--print-config'], { env: { [name]: value } });
  expect(await child.ended, child.stderr()).toBe(0);
  expect(parse(child.stdout())).toMatchObject({
    host: '127.0.0.1',
    database: '/var/lib/account-access/account-access.db',
    trustedHops: 1,
    internal: '127.0.0.1:8081',
    drainDelaySeconds: 5,
  });
});

/** A key with its certificate, which nobody signed, in a folder. */
function writeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const made = spawnSync('openssl', ['req', ...kind, '-subj', '/CN=api.example.com', ...files]);
  expect(made.status, `${made.stderr}`).toBe(0);
}

test.skipIf(isMissing('nginx', '-v'))('nginx accepts the configuration of the guide', () => {
  const [, shown = ''] = /^(# \/etc\/nginx\/.*?)^```/ms.exec(page) ?? [];
  const folder = temporaryFolder();
  writeCertificate(folder);
  const server = shown
    .replace(/(?<=ssl_certificate )\S+(?=;)/, join(folder, 'cert.pem'))
    .replace(/(?<=ssl_certificate_key )\S+(?=;)/, join(folder, 'key.pem'))
    // A socket, because nginx opens what it would listen on.
    .replace('listen 443', `listen unix:${join(folder, 'socket')}`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${server} }`,
  );
  const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test('the command of Caddy is the one of compose.yaml, for a service on the same machine', () => {
  const [, shown = ''] = /^(caddy reverse-proxy .+)$/m.exec(page) ?? [];
  const { services } = parse(readFileSync('compose.yaml', 'utf8'));
  const command = services.caddy.command.join(' ');
  expect(shown.replace('127.0.0.1:8080', 'service:8080')).toBe(
    command.replace(/\$\{ACCOUNT_ACCESS_DOMAIN[^}]*\}/, 'api.example.com'),
  );
});
