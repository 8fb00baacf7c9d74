import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serveInChild } from '../support/command/run-command.ts';
import { temporaryFolder } from '../support/server/database.ts';

const page = readFileSync('docs/run/monitor.md', 'utf8');
const [, pattern = ''] = /^failregex = (.+)$/m.exec(page) ?? [];
// fail2ban puts a pattern of an address or a network there.
const filter = new RegExp(pattern.replace('<SUBNET>', '(?<client>[0-9a-f.:/]+)'));

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

  const found = stderr()
    .split('\n')
    .map((line) => filter.exec(line)?.groups?.client);
  expect(found.filter(Boolean)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
});
