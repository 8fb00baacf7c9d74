import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { hashRecoveryCode } from '../../server/security/mfa-secrets.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { createPasswords } from '../../server/security/passwords/password.ts';
import type { Store } from '../../server/store/open-store.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { find, logIn, now } from '../server/store/an-account.ts';
import { commandArguments } from '../support/command/child-process.ts';
import { clockAt } from '../support/command/run-command.ts';
import { fakeTimers } from '../support/server/clock.ts';
import { openUntilEnd, temporaryFolder } from '../support/server/database.ts';

const ana = 'ana@example.com';

/** The command on a new database, with a clock that stands still. */
function aDatabase() {
  fakeTimers({ toFake: ['Date'], now });
  const database = join(temporaryFolder(), 'data', 'test.db');
  const accounts = async (
    [name = '', ...args]: readonly string[],
    input = '',
    reply?: (stdout: string) => string | undefined,
  ) => {
    const result = await commandLine(['accounts', name, '--database', database, ...args], {
      input,
      reply,
    });
    // The first command on a database reports this.
    return { ...result, stderr: result.stderr.replace(/^note: created the secrets file .+\n/, '') };
  };
  return { database, accounts, open: () => openUntilEnd({ database }) };
}

/** What a program sends when it has read the secret. */
function withCode(written: string, before = '') {
  const [, secret] = /secret=([A-Z2-7]{32})/.exec(written) ?? [];
  return secret && `${before}${currentTotpCode(secret, now)}\n`;
}

const passwordOf = (store: Store, password: string) =>
  find(store, ana).then(({ passwordHash }) => createPasswords().verify(passwordHash, password));

test('an account is added with the password from standard input, without the last line feed', async () => {
  const { accounts, open } = aDatabase();
  const { stdout, stderr, code } = await accounts(
    ['add', ana, '--nickname', 'Ana'],
    ' correct horse battery \n',
  );
  expect({ stderr, code }).toEqual({ stderr: `Added ${ana}.\n`, code: 0 });
  expect(stdout).toMatch(/^usr_[0-9A-Za-z]{22}\n$/);
  const store = await open();
  expect(await find(store, ana)).toMatchObject({ id: stdout.trim(), nickname: 'Ana' });
  expect(await passwordOf(store, ' correct horse battery ')).toBe(true);
});

test('recovery codes that nobody can read any more are an error', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const args = [...commandArguments, 'accounts', 'add', ana, '--mfa', '--database', database];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...clockAt(now) } });
  child.stdin.write('correct horse battery\n');
  const [uri] = await once(child.stdout.setEncoding('utf8'), 'data');
  child.stdout.destroy();
  child.stdin.end(withCode(uri));
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('error: the recovery codes could not be written'),
  ]);
});

test.each([
  ['an invalid identity', ['add', 'nobody'], 'correct horse battery', 2],
  ['a password that is too short', ['add', ana], 'short', 2],
  ['a carriage return', ['add', ana], 'correct horse battery\r\n', 2],
  ['a byte order mark', ['add', ana], '\ufeffcorrect horse battery\n', 2],
  ['a second line of input', ['add', ana], 'correct horse battery\nmore\n', 2],
  ['no valid code', ['add', ana, '--mfa'], 'correct horse battery\n000000\n', 1],
])(
  'with %s, accounts add creates neither a database nor a secrets file',
  async (_input, args, input, exit) => {
    const { accounts, database } = aDatabase();
    const { stderr, code } = await accounts(args, input);
    expect({ stderr, code }).toEqual({
      stderr: expect.stringMatching(/^error: |\nerror: /),
      code: exit,
    });
    expect(existsSync(dirname(database))).toBe(false);
  },
);

test('a program can set up MFA: it reads the address and sends a code', async () => {
  const { accounts, open } = aDatabase();
  const { stdout, stderr, code } = await accounts(
    ['add', ana, '--mfa'],
    'correct horse battery\n',
    (written) => withCode(written, '000\n'),
  );
  expect(code).toBe(0);
  expect(stderr).toContain('█');
  expect(stderr).toContain('not the current code');
  const [uri, id, ...codes] = stdout.trim().split('\n');
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(codes).toHaveLength(10);

  const store = await open();
  const account = await find(store, ana);
  expect(account.id).toBe(id);
  expect(account.totpSecret).toBeDefined();
  for (const recovery of codes) {
    const login = await logIn(store, account, {
      recoveryCodeHash: hashRecoveryCode(recovery) ?? '',
    });
    expect(login.outcome).toBe('ok');
  }
});

test('accounts are listed in a table', async () => {
  const { accounts } = aDatabase();
  await accounts(['add', ana], 'correct horse battery');
  const { stdout } = await accounts(['list']);
  expect(stdout).toMatch(
    /^IDENTITY +NICKNAME +STATE +MFA +ADDED +ID\nana@example\.com +ana +enabled +no +\d/,
  );
});

test('an account can be disabled, enabled, unlocked, given another password and deleted', async () => {
  const { accounts, open } = aDatabase();
  await accounts(['add', ana], 'correct horse battery');
  const store = await open();

  expect((await accounts(['disable', ana])).code).toBe(0);
  expect((await find(store, ana)).disabled).toBe(true);
  expect((await accounts(['enable', ana.toUpperCase()])).code).toBe(0);
  expect((await find(store, ana)).disabled).toBe(false);
  expect(await accounts(['unlock', ana.toUpperCase()])).toMatchObject({
    code: 0,
    stderr: `Unlocked ${ana.toUpperCase()}: its failed logins are cleared.\n`,
  });
  expect((await accounts(['passwd', ana, '--password-stdin'], 'staple battery horse\n')).code).toBe(
    0,
  );
  expect(await passwordOf(store, 'staple battery horse')).toBe(true);

  const unconfirmed = await accounts(['delete', ana]);
  expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await store.accounts.list()).toHaveLength(1);
  expect((await accounts(['delete', ana, '--yes'])).code).toBe(0);
  expect(await store.accounts.list()).toEqual([]);
});

test('removes MFA with a new password, and hashes it at the requested cost', async () => {
  const { accounts, open } = aDatabase();
  await accounts(['add', ana, '--mfa'], 'kettle p\n', (written) => withCode(written));
  expect((await accounts(['remove-mfa', ana])).stderr).toContain('--new-password');
  const args = ['remove-mfa', ana, '--new-password', '--argon2', 'm=32768,t=2,p=1'];
  expect(await accounts(args, 'correct horse battery\n')).toMatchObject({ code: 0 });
  const account = await find(await open(), ana);
  expect(account.totpSecret).toBeUndefined();
  expect(account.passwordHash).toContain('$m=32768,t=2,p=1$');
});

const refused = [
  [['add', 'no-at-sign'], '', 2],
  [['add', ana], '', 2],
  [['add', ana], '\n', 2],
  [['add', ana], 'two\nlines\n', 2],
  [['disable', ana], '', 1],
  [['enable', ana], '', 1],
  [['delete', ana, '--yes'], '', 1],
  [['unlock', ana], '', 1],
  [['passwd', ana], 'correct horse battery', 1],
  [['list', '--database', '/dev/null/no.db'], '', 2],
  [['add', ana, '--database', '/dev/null/no.db'], '', 2],
  [['add', ana, '--argon2', 'm=8,t=1,p=1'], '', 2],
] as const;

test('reports an error in one line on standard error, with exit code 2 for usage and 1 for failure', async () => {
  const { accounts, open } = aDatabase();
  // A database that is not there is another failure than an account that is not in it.
  await open();
  for (const [args, input, code] of refused) {
    const ended = await accounts(args, input);
    expect(ended).toEqual({ stdout: '', stderr: expect.stringMatching(/^error: .+\n$/), code });
  }
});
