import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { hashingBounds } from '../../server/config/config.ts';
import { hashRecoveryCode } from '../../server/security/mfa-secrets.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { createPasswords } from '../../server/security/passwords.ts';
import { find, logIn } from '../server/store/an-account.ts';
import { runCommand } from '../support/command/run-command.ts';
import { fakeTimers } from '../support/server/clock.ts';
import { commandLine } from './support/in-process.ts';
import { aDatabase, aDatabaseWithAna, ana, password } from './support/on-database.ts';

const { verify } = createPasswords(hashingBounds);

/** The password and a code for the secret that was written, as a program sends them. */
function withCode(written: string, wrong = ''): string | undefined {
  const [, secret] = /secret=([A-Z2-7]{32})/.exec(written) ?? [];
  return secret && `${wrong}${currentTotpCode(secret, Date.now())}\n`;
}

test('adds an account with the password from standard input, without the last line feed', async () => {
  const { database, run, open } = aDatabase();
  const added = await run('accounts add', [ana, '--nickname', 'Ana'], {
    input: ' correct horse battery \n',
  });
  expect(added).toEqual({
    stdout: expect.stringMatching(/^usr_[0-9A-Za-z]{22}\n$/),
    stderr: `Added ${ana} to ${database}.\n`,
    code: 0,
  });

  const account = await find(await open());
  expect(account).toMatchObject({ id: added.stdout.trim(), nickname: 'Ana' });
  expect(await verify(account.passwordHash, ' correct horse battery ')).toBe(true);
});

test('the database and its key are private', async () => {
  const { database } = await aDatabaseWithAna();
  for (const file of [database, `${database}.key`]) expect(statSync(file).mode & 0o077).toBe(0);
});

test.each([
  ['an identity without @', ['nobody'], password],
  ['a password that is too short', [ana], 'short'],
  ['a password that is common', [ana, '--mfa'], 'password1'],
  ['the identity as its password', [`${'ana'.repeat(5)}@example.com`], `${'ana'.repeat(5)}`],
  ['the identity of a demo account', ['demo@example.com'], password],
  ['a carriage return', [ana], `${password}\r\n`],
  ['a byte order mark', [ana], `\ufeff${password}\n`],
  ['a second line of input', [ana], `${password}\nmore\n`],
  ['no input', [ana], ''],
  ['a wrong one-time code', [ana, '--mfa'], `${password}\n000000\n`],
])('with %s, nothing is made', async (_what, args, input) => {
  const { database, run } = aDatabase();
  const { stderr, code } = await run('accounts add', args, { input });
  expect(stderr).toMatch(/^(.*\n)*error: [^\n]+\n$/);
  expect(code).toBe(2);
  expect(existsSync(dirname(database))).toBe(false);
  expect(stderr).not.toContain(password);
});

test('a command that failed ends although its standard input stays open', async () => {
  const { database } = aDatabase();
  const child = runCommand(['accounts', 'add', 'nobody', '--database', database], {
    keepInputOpen: true,
  });
  expect(await child.ended).toBe(2);
});

test('sets up MFA with a code from the app, and prints recovery codes that log in', async () => {
  fakeTimers({ toFake: ['Date'] });
  const { run, open } = aDatabase();
  const {
    stdout,
    stderr,
    code: exitCode,
  } = await run('accounts add', [ana, '--mfa'], {
    input: `${password}\n`,
    reply: (written) => withCode(written, '000\n'),
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('█');
  expect(stderr).toContain('not the current code');

  const [uri, id, ...recoveryCodes] = stdout.trim().split('\n');
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(recoveryCodes).toHaveLength(10);

  const store = await open();
  const account = await find(store);
  expect(account).toMatchObject({ id, totpSecret: /secret=([A-Z2-7]+)/.exec(uri ?? '')?.[1] });
  const [first = ''] = recoveryCodes;
  const code = { recoveryCodeHash: hashRecoveryCode(first) ?? '' };
  expect(await logIn(store, account, { code })).toMatchObject({ outcome: 'ok' });
});

test('with --json, prints a line before the code and a line after it', async () => {
  fakeTimers({ toFake: ['Date'] });
  const { run } = aDatabase();
  const { stdout } = await run('accounts add', [ana, '--mfa', '--json'], {
    input: `${password}\n`,
    reply: (written) => withCode(written),
  });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { totp_uri: expect.stringContaining('otpauth:') },
    {
      id: expect.stringContaining('usr_'),
      identity: ana,
      recovery_codes: Array.from({ length: 10 }, () => expect.any(String)),
    },
  ]);
});

test.each([[['--mfa']], [['--mfa', '--json']]])(
  'with %s, reports recovery codes that nobody could read as lost',
  async (options) => {
    const { database, open } = aDatabase();
    const args = ['accounts', 'add', ana, ...options, '--database', database];
    const child = runCommand(args, { keepInputOpen: true });
    child.process.stdin.write(`${password}\n`);
    const uri = await child.says(/otpauth:\S+/);
    child.process.stdout.destroy();
    child.process.stdin.end(withCode(uri));

    expect(await child.ended).toBe(2);
    expect(child.stderr()).toMatch(/error: the recovery codes are lost.+accounts delete ana@/);
    expect(await (await open()).accounts.list()).toHaveLength(1);
  },
);

test('adds no account with MFA when nobody reads standard output', async () => {
  const { database } = aDatabase();
  const args = ['accounts', 'add', ana, '--mfa', '--database', database];
  const child = runCommand(args, { keepInputOpen: true });
  const closed = once(child.process.stdout, 'close');
  child.process.stdout.destroy();
  await closed;
  child.process.stdin.write(`${password}\n`);

  expect(await child.ended).toBe(2);
  expect(child.stderr()).toContain('the account was not added');
  expect(existsSync(database)).toBe(false);
});

test('prompts for the password twice at a terminal, and never shows it', async () => {
  const { run, open } = aDatabase();
  const { stdout, stderr, code } = await run('accounts add', [ana], {
    atTerminal: true,
    input: `${password}\n`,
    reply: (written) => (written.endsWith('Repeat the password: ') ? `${password}\n` : undefined),
  });
  expect({ stderr, code }).toEqual({
    stderr: expect.stringContaining('Repeat the password: '),
    code: 0,
  });
  expect(stdout + stderr).not.toContain(password);
  expect(await (await open()).accounts.list()).toHaveLength(1);
});

test('lists the accounts in a table, and as JSON', async () => {
  const { run, id } = await aDatabaseWithAna();
  const { stdout } = await run('accounts list');
  expect(stdout).toMatch(
    /^IDENTITY +NICKNAME +STATE +MFA +ADDED +ID\nana@example\.com +ana +enabled +no +2\d{3}-\d\d-\d\d +usr_\w+\n$/,
  );

  const listed = await run('accounts list', ['--json']);
  const shown = await run('accounts show', [ana, '--json']);
  const account = {
    id,
    identity: ana,
    nickname: 'ana',
    state: 'enabled',
    mfa_enabled: false,
    created_at: expect.stringMatching(/^2\d{3}-.+Z$/),
  };
  expect(JSON.parse(listed.stdout)).toEqual([account]);
  expect(JSON.parse(shown.stdout)).toEqual(account);
});

test('disables an account, enables it again, and deletes it', async () => {
  const { run, open } = await aDatabaseWithAna();
  const store = await open();

  expect(await run('accounts disable', [ana])).toMatchObject({ code: 0 });
  expect(await store.accounts.list()).toMatchObject([{ disabled: true }]);
  // In any case of its letters.
  expect(await run('accounts enable', [ana.toUpperCase()])).toMatchObject({ code: 0 });
  expect(await store.accounts.list()).toMatchObject([{ disabled: false }]);

  const unconfirmed = await run('accounts delete', [ana]);
  expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await store.accounts.list()).toHaveLength(1);

  expect(await run('accounts delete', [ana, '--yes'])).toMatchObject({ code: 0 });
  expect(await store.accounts.list()).toEqual([]);
});

test('asks at a terminal before it deletes an account', async () => {
  const { run, open } = await aDatabaseWithAna();
  const refused = await run('accounts delete', [ana], { atTerminal: true, input: '\n' });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cancelled') });
  const confirmed = await run('accounts delete', [ana], { atTerminal: true, input: 'y\n' });
  expect(confirmed.code).toBe(0);
  expect(await (await open()).accounts.list()).toEqual([]);
});

test('sets another password, which ends the access tokens', async () => {
  const { run, open } = await aDatabaseWithAna();
  const store = await open();
  const token = await logIn(store, await find(store));
  expect(await token.isLive()).toBe(true);

  const input = 'staple battery horse\n';
  expect(await run('accounts set-password', [ana], { input })).toMatchObject({ code: 0 });
  const account = await find(store);
  expect(await verify(account.passwordHash, 'staple battery horse')).toBe(true);
  expect(await token.isLive()).toBe(false);
});

test('ends the access tokens of one account, or of all', async () => {
  const { run, open } = await aDatabaseWithAna();
  const store = await open();
  for (const which of [ana, '--all']) {
    const token = await logIn(store, await find(store));
    expect(await run('accounts end-sessions', [which])).toMatchObject({ code: 0 });
    expect(await token.isLive()).toBe(false);
  }
  expect(await run('accounts end-sessions')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--all'),
  });
});

test('removes MFA, so that the password is enough', async () => {
  fakeTimers({ toFake: ['Date'] });
  const { run, open } = aDatabase();
  await run('accounts add', [ana, '--mfa'], {
    input: `${password}\n`,
    reply: (written) => withCode(written),
  });
  expect(await run('accounts remove-mfa', [ana])).toMatchObject({ code: 0 });
  expect(await (await open()).accounts.list()).toMatchObject([{ mfaEnabled: false }]);
});

test.each(['show', 'disable', 'enable', 'set-password', 'end-sessions', 'remove-mfa', 'delete'])(
  'accounts %s names the database that has no such account',
  async (name) => {
    const { database, run } = await aDatabaseWithAna();
    const { stderr, code } = await run(`accounts ${name}`, ['ben@example.com']);
    expect({ stderr, code }).toEqual({
      stderr: expect.stringMatching(/^error: there is no account ben@example\.com in [^\n]+\n$/),
      code: 2,
    });
    expect(stderr).toContain(database);
  },
);

test('says that there already is such an account', async () => {
  const { run } = await aDatabaseWithAna();
  const again = await run('accounts add', [ana.toUpperCase()], { input: `${password}\n` });
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('already an account') });
});

test.each(['accounts list', 'keys list ana@example.com', 'audit list', 'backup copy.db'])(
  '%s names the database that does not exist, and makes none',
  async (command) => {
    const { database, run } = aDatabase();
    const { stderr, code } = await run(command);
    expect({ stderr, code }).toEqual({
      stderr: expect.stringContaining(`error: there is no database at ${database}`),
      code: 2,
    });
    expect(existsSync(database)).toBe(false);
  },
);

test('an error about a PostgreSQL database does not show the password of its URL', async () => {
  const url = 'postgres://ana:S3CRET@127.0.0.1:1/accounts';
  const { stdout, stderr, code } = await commandLine(['accounts', 'list', '--database', url]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .+\n$/);
  expect(stdout + stderr).not.toContain('S3CRET');
});
