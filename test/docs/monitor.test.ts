import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveInChild } from '../support/command/run-command.ts';
import { temporaryFile, temporaryFolder } from '../support/server/database.ts';
import { blocksOf } from './support/blocks.ts';

const blocks = blocksOf(readFileSync('docs/run/monitor.md', 'utf8'));
const blockWith = (text: string) => blocks.find(({ code }) => code.includes(text))?.code ?? '';

const filter = blockWith('fail2ban/filter.d');
const jail = blockWith('fail2ban/jail.d');
const [, pattern = ''] = /^failregex = (.+)$/m.exec(filter) ?? [];
// fail2ban puts a pattern of an address or a network there.
const failedLogin = new RegExp(pattern.replace('<SUBNET>', '(?<client>[0-9a-f.:/]+)'));

test('the filter of the guide matches failed logins with their address, and no other line', async () => {
  const { url, stderr, says } = await serveInChild(['--demo'], { cwd: temporaryFolder() });
  const logIn = (identity: string, password: string, otp?: string) =>
    fetch(`${url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identity, password, otp }),
    });
  await logIn('nobody@example.com', 'wrong');
  await logIn('demo@example.com', 'wrong');
  await logIn('demo-mfa@example.com', 'demo-mfa-password', '000000');
  await logIn('demo-mfa@example.com', 'demo-mfa-password');
  await logIn('demo@example.com', 'demo-password');
  await says(/"status":200/);

  const lines = stderr().split('\n');
  const found = lines.map((line) => failedLogin.exec(line)?.groups?.client);
  expect(found.filter(Boolean)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);

  // The line that the guide shows has the fields of the real one.
  const shown = JSON.parse(blockWith('"detail": "wrong_password"'));
  const real = JSON.parse(lines.find((line) => line.includes('"wrong_password"')) ?? '');
  expect(Object.keys(real)).toEqual(Object.keys(shown));
});

/** The sections of a file, as fail2ban reads it: with the parser of Python. */
function readIni(text: string): Record<string, Record<string, string>> {
  const script = `import configparser, json, sys
parser = configparser.ConfigParser(interpolation=None)
parser.read(sys.argv[1])
print(json.dumps({name: dict(parser[name]) for name in parser.sections()}))`;
  const file = temporaryFile('sample.conf', text);
  const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('the jail of the guide reads the log of the systemd unit with the filter', () => {
  const [, filterName = ''] = /filter\.d\/([\w-]+)\.conf/.exec(filter) ?? [];
  const deploy = readFileSync('docs/run/deploy.md', 'utf8');
  const [, unit = ''] = /^# \/etc\/systemd\/system\/(\S+)$/m.exec(deploy) ?? [];

  expect(Object.keys(readIni(filter).Definition ?? {})).toEqual(['datepattern', 'failregex']);
  // A jail without `filter` has the filter of its own name.
  expect(readIni(jail)).toEqual({
    [filterName]: {
      enabled: 'true',
      port: 'http,https',
      backend: 'systemd',
      journalmatch: `_SYSTEMD_UNIT=${unit}`,
      maxretry: '20',
      findtime: '10m',
      bantime: '1h',
    },
  });
});

test('Prometheus gets the metrics as the guide configures it', async () => {
  const folder = temporaryFolder();
  const args = ['--demo', '--internal', '127.0.0.1:0'];
  const { stderr } = await serveInChild(args, { cwd: folder });
  const [, internal = ''] = /"internal":\{"url":"([^"]+)"/.exec(stderr()) ?? [];

  const [job] = parse(blockWith('scrape_configs')).scrape_configs;
  expect(Object.keys(job)).toEqual(['job_name', 'static_configs', 'authorization']);
  expect(job.static_configs).toEqual([{ targets: ['127.0.0.1:8081'] }]);
  expect(Object.keys(job.authorization)).toEqual(['credentials_file']);

  // What Prometheus does with a job without a scheme and a path.
  const credential = readFileSync(`${folder}/data/demo.db.internal-credential`, 'utf8').trim();
  const response = await fetch(`${internal}/metrics`, {
    headers: { Authorization: `Bearer ${credential}` },
  });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringMatching(/^# TYPE \w+ (counter|gauge|histogram)$/m),
  ]);
});
