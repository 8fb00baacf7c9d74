import { expect, test } from 'vitest';
import { runCommand } from '../support/command/run-command.ts';
import { runSql } from '../support/server/database.ts';
import { aDatabaseWithAna, addKey, ana, password } from './support/on-database.ts';

test('lists the events of all accounts, or of one, with the ids that they are about', async () => {
  const { run, open, id } = await aDatabaseWithAna();
  const store = await open();
  const key = await addKey(store, ana);
  await run('accounts add', ['ben@example.com'], { input: `${password}\n` });

  const { stdout, code } = await run('audit list', ['--json']);
  expect(code).toBe(0);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual([
    'account_added',
    'api_key_created',
    'account_added',
  ]);
  expect(events[1]).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    account_id: id,
    actor: 'service',
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    event: 'api_key_created',
    detail: { key_id: key.id },
  });
  expect(stdout).not.toContain(ana);

  for (const account of [ana, id]) {
    const ofAna = await run('audit list', ['--account', account]);
    const lines = ofAna.stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split('  ')[1])).toEqual(['account_added', 'api_key_created']);
    expect(lines[1]).toContain(key.id);
  }
});

test('keeps the events of a deleted account, by its id', async () => {
  const { run, id } = await aDatabaseWithAna();
  await run('accounts delete', [ana, '--yes']);
  const { stdout } = await run('audit list', ['--account', id]);
  expect(stdout).toContain('account_deleted');
  expect(await run('audit list', ['--account', ana])).toMatchObject({ code: 2 });
});

test('follows the log until it is stopped, and misses nothing in between', async () => {
  const { database, run } = await aDatabaseWithAna();
  const child = runCommand(['audit', 'follow', '--json', '--database', database]);
  await child.says('account_added');
  await run('accounts disable', [ana]);
  await run('accounts enable', [ana]);
  await child.says('account_enabled');
  child.signal('SIGINT');
  expect(await child.ended).toBe(0);
  const events = child
    .stdout()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event);
  expect(events).toEqual(['account_added', 'account_disabled', 'account_enabled']);
});

test('control characters in a changed database do not reach the terminal', async () => {
  const { database, run } = await aDatabaseWithAna();
  const controls = "'a' || char(27) || '[2J' || char(155) || char(13) || 'z'";
  await runSql(database, `update accounts set identity = ${controls}`);
  const { stdout } = await run('accounts list');
  expect(stdout).toContain('a\\u001b[2J\\u009b\\u000dz');
});
