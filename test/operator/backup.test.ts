import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../operator/backup/backup.ts';
import { checkBackup, restore } from '../../operator/backup/restore.ts';
import { openStore } from '../../server/store/open-store.ts';
import { commandLine } from '../bin/support/in-process.ts';
import {
  addAccount,
  anAccount,
  createKey,
  find,
  logIn,
  mfa,
  now,
} from '../server/store/an-account.ts';
import { preloadScript, runCommand } from '../support/command/run-command.ts';
import { generate, textIn, tokenOf } from '../support/http/call-operations.ts';
import {
  openUntilEnd,
  tamper,
  temporaryFolder,
  temporaryStore,
} from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

const exists = { reason: 'file_exists' };
const repeatable = { idempotencyKey: 'a value', keyMaterial: 'key material', until: now + 60_000 };

/** A backup of a database with an account that has a key, which a request can repeat; the store is still open. */
async function aBackup() {
  const { store, account } = await anAccount({ mfa });
  const { id: keyId } = await createKey(store, account.id, now, { repeatable });
  const backup = join(dirname(store.database), 'backup.db');
  await backUp({ database: store.database, file: backup, force: false, now });
  return { store, account, keyId, backup };
}

/** Where the backup goes, with the secrets file. */
function aPlaceFor(database: string): string {
  const place = join(temporaryFolder(), 'data.db');
  fs.copyFileSync(`${database}.secrets`, `${place}.secrets`);
  return place;
}

test('a backup under load has every key that was acknowledged before it', async () => {
  const server = await serverForTest();
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  const busy = await tokenOf(server, credentialsOf(await addPerson(server)));
  const before = [];
  for (let count = 0; count < 5; count += 1)
    before.push(textIn(await generate(server, token), 'id'));

  const file = join(temporaryFolder(), 'backup.db');
  let done = false;
  const load = (async () => {
    for (let count = 0; count < 90 && !done; count += 1) await generate(server, busy);
  })();
  // In a process of its own: here it would hold up the server.
  const child = runCommand(['backup', file, '--database', server.database]);
  const code = await child.ended;
  done = true;
  await load;
  expect(child.stderr()).toContain('The backup does not include the secrets file');
  expect(code).toBe(0);
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600');

  const database = aPlaceFor(server.database);
  await restore({ backup: file, database, force: false, now: server.clock.now() });
  const restored = await openUntilEnd({ database });
  const keys = await restored.apiKeys.list(person.id, server.clock.now());
  expect(keys.map(({ id, state }) => `${id} ${state}`).sort()).toEqual(
    before.map((id) => `${id} active`).sort(),
  );
  expect((await checkBackup(database, now)).problems).toEqual([]);
});

/** The environment of a process in which these lines change `node:fs`. */
const withFs = (lines: string) =>
  preloadScript(`import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  ${lines}
  syncBuiltinESMExports();`);

const noEnd = withFs(
  'fs.linkSync = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
);

test('a killed backup leaves no file of its name, and what it left is removed by a backup on another day, if it can be', async () => {
  const store = await temporaryStore();
  const ballast =
    "insert into rate_limits values (hex(zeroblob(10000000)), 'ballast', 0, 0, 0, 0, 0)";
  await tamper(store.database, ballast);
  const folder = temporaryFolder();
  const file = join(folder, 'backup.db');
  // However late the signal comes, it does not come to the end before.
  const child = runCommand(['backup', file, '--database', store.database], { env: noEnd });
  while (fs.readdirSync(folder).length === 0) await new Promise(setImmediate);
  child.signal('SIGKILL');
  expect(await child.ended).toBe('SIGKILL');
  // With a journal of SQLite's, perhaps.
  for (const name of fs.readdirSync(folder))
    expect(name).toMatch(/^\.backup\.db\.[\da-f-]+\.partial/);
  const left = fs.readdirSync(folder);
  expect(left).not.toEqual([]);

  // It may be another process, in another container, that still writes it.
  await backUp({ database: store.database, file, force: false, now });
  expect(fs.readdirSync(folder)).toEqual([...left, 'backup.db'].toSorted());
  const stays = `${left[0]}-folder`;
  fs.mkdirSync(join(folder, stays));
  for (const name of [...left, stays]) fs.utimesSync(join(folder, name), 0, 0);
  await backUp({ database: store.database, file: join(folder, 'other.db'), force: true, now });
  expect(fs.readdirSync(folder)).toEqual([stays, 'backup.db', 'other.db']);
});

test('a backup replaces a file only with --force', async () => {
  const { store, backup } = await aBackup();
  const options = { database: store.database, file: backup, now };
  await expect(backUp({ ...options, force: false })).rejects.toMatchObject(exists);
  expect((await backUp({ ...options, force: true })).events).toBe(5);
  const secrets = fs.readFileSync(store.secrets);
  const unrelated = `${backup}.2`;
  fs.writeFileSync(`${unrelated}-wal`, '');
  await expect(backUp({ ...options, file: unrelated, force: true })).rejects.toMatchObject(exists);
  // Somebody tried it: what a killed service had written is not in the next backup.
  const used = await openStore({ database: backup, secrets: store.secrets });
  await addAccount(used, 'tried@example.com');
  await expect(backUp({ ...options, force: true })).rejects.toMatchObject({
    reason: 'database_in_use',
  });
  const [main, log] = [fs.readFileSync(backup), fs.readFileSync(`${backup}-wal`)];
  await used.close();
  fs.writeFileSync(backup, main);
  fs.writeFileSync(`${backup}-wal`, log);
  expect((await backUp({ ...options, force: true })).events).toBe(6);
  expect((await checkBackup(backup, now)).accounts).toBe(1);
  const invalid = { reason: 'input_invalid' };
  const parts = ['', '-wal', '-shm', '-journal'].map((end) => store.database + end);
  for (const file of [...parts, store.secrets])
    await expect(backUp({ ...options, file, force: true })).rejects.toMatchObject(invalid);
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const link = `${pipe}.link`;
  fs.symlinkSync('nothing', link);
  await expect(backUp({ ...options, file: link, force: true })).rejects.toMatchObject(invalid);
  for (const database of [
    `${store.database}-journal`,
    store.secrets,
    pipe,
    link,
    temporaryFolder(),
  ])
    await expect(restore({ backup, database, force: true, now })).rejects.toMatchObject(invalid);
  expect(fs.readFileSync(store.secrets)).toEqual(secrets);
});

test.each(['/proc/account-access/a.db', `/tmp/${'x'.repeat(300)}`, 'package.json/a.db'])(
  'a restore to %s says in one line why not',
  async (database) => {
    const { backup } = await aBackup();
    const { code, stderr } = await commandLine(['restore', backup, '--database', database]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: cannot [^\n]+\n$/),
    });
  },
);

test('a backup needs no links of the file system', async () => {
  const { store, backup } = await aBackup();
  const file = `${backup}.2`;
  const env = withFs("fs.linkSync = () => { throw new Error('EPERM'); };");
  expect(await runCommand(['backup', file, '--database', store.database], { env }).ended).toBe(0);
  expect((await checkBackup(file, now)).problems).toEqual([]);
});

test('a disk that fails at the end of a backup or a restore is reported, and no database gets a second name', async () => {
  const { store, backup } = await aBackup();
  const cannot = expect.stringMatching(/^error: cannot write [^\n]+: EIO\n$/);
  const noSync = withFs("fs.fsyncSync = () => { throw new Error('EIO'); };");
  const saving = runCommand(['backup', `${backup}.2`, '--database', store.database], {
    env: noSync,
  });
  expect([await saving.ended, saving.stderr()]).toEqual([1, cannot]);
  const database = aPlaceFor(store.database);
  await restore({ backup, database, force: false, now });
  const files = fs.readdirSync(dirname(database));
  const noRename = withFs("fs.renameSync = () => { throw new Error('EIO'); };");
  const restoring = runCommand(['restore', backup, '--force', '--database', database], {
    env: noRename,
  });
  expect([await restoring.ended, restoring.stderr()]).toEqual([1, cannot]);
  expect(fs.readdirSync(dirname(database))).toEqual(files);
});

const appendOnly =
  "create trigger audit_events_never_updated before update on audit_events begin select raise(abort, 'audit_events is append-only'); end";

const invalidFiles = {
  'it is a named pipe': (file: string) => {
    fs.rmSync(file);
    execFileSync('mkfifo', [file]);
  },
  'the end is missing': (file: string) => fs.truncateSync(file, 8192),
  'it is something else': (file: string) =>
    fs.writeFileSync(file, 'Dear Sir or Madam, '.repeat(100)),
  'its audit was changed': (file: string) =>
    tamper(
      file,
      `drop trigger audit_events_never_updated; update audit_events set actor = 'nobody'; ${appendOnly}`,
    ),
  'keys belong to nobody': (file: string) =>
    tamper(file, "pragma foreign_keys = off; update api_keys set account_id = 'usr_gone'"),
  'it is of a release to come': (file: string) =>
    tamper(file, "insert into kysely_migration values ('9999-from-the-future', '2099-01-01')"),
};

test.each(Object.entries(invalidFiles))(
  'a backup is rejected when %s, and nothing is written',
  async (_what, damage) => {
    const { backup } = await aBackup();
    await damage(backup);
    const folder = temporaryFolder();
    await expect(checkBackup(backup, now)).rejects.toThrow(backup);
    const database = join(folder, 'data.db');
    await expect(restore({ backup, database, force: false, now })).rejects.toThrow(backup);
    expect(fs.readdirSync(folder)).toEqual([]);
  },
);

const changedSchemas = {
  'trigger api_keys_revived is not as this service creates it':
    'create trigger api_keys_revived after update on api_keys begin update api_keys set revoked_at = null; end',
  'trigger audit_events_never_updated is not as this service creates it': `drop trigger audit_events_never_updated; ${appendOnly.replace('begin', 'when false begin')}`,
  'trigger audit_events_never_deleted is missing': 'drop trigger audit_events_never_deleted',
  'view sessions is not as this service creates it':
    'create view sessions as select * from access_tokens',
};

test.each(Object.entries(changedSchemas))(
  'a backup whose %s is rejected',
  async (difference, statements) => {
    const { backup } = await aBackup();
    await tamper(backup, 'analyze');
    expect(await commandLine(['restore', backup, '--check'])).toMatchObject({ code: 0 });
    await tamper(backup, statements);
    expect(await commandLine(['restore', backup, '--check'])).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `error: ${backup} cannot be restored: its ${difference}\n`,
    });
  },
);

// Between the check of the backup and its copy.
const replaceBackup = (backup: string, other: string) =>
  withFs(`const { openSync } = fs;
  fs.openSync = (path, ...rest) => {
    if (String(path).endsWith('.partial')) fs.copyFileSync('${other}', '${backup}');
    return openSync(path, ...rest);
  };`);

test('a backup that is replaced after its check is rejected', async () => {
  const { backup } = await aBackup();
  const other = `${backup}.other`;
  fs.copyFileSync(backup, other);
  await tamper(other, 'drop trigger audit_events_never_deleted');
  const database = join(temporaryFolder(), 'data.db');
  const env = replaceBackup(backup, other);
  const child = runCommand(['restore', backup, '--database', database], { env });
  expect(await child.ended).toBe(1);
  expect(child.stderr()).toBe(
    'error: the backup cannot be restored: its trigger audit_events_never_deleted is missing\n',
  );
  expect(fs.existsSync(database)).toBe(false);
});

test('after a restore, earlier tokens and codes are invalid', async () => {
  const { store, account } = await anAccount({ mfa });
  const step = Math.floor(now / 30_000);
  const { tokenHash } = await logIn(store, account, { totpStep: step - 1 });
  const backup = join(dirname(store.database), 'backup.db');
  await backUp({ database: store.database, file: backup, force: false, now });
  // Used after the backup, which does not know it.
  expect((await logIn(store, account, { totpStep: step })).outcome).toBe('ok');

  const database = aPlaceFor(store.database);
  await restore({ backup, database, force: false, now });
  const restored = await openUntilEnd({ database });
  expect(await restored.accessTokens.findLive(tokenHash, now)).toBeUndefined();
  const again = await find(restored, 'ana@example.com');
  for (const used of [step, step + 1])
    expect((await logIn(restored, again, { totpStep: used })).outcome).toBe('code_used');
  expect((await logIn(restored, again, { totpStep: step + 2 })).outcome).toBe('ok');
});

test('after a restore, no request gets the key of an earlier one again', async () => {
  const { store, account, keyId, backup } = await aBackup();
  // The restored database does not know it.
  await store.apiKeys.revoke(account.id, keyId, now + 5);
  const database = aPlaceFor(store.database);
  const { endedAgain } = await restore({ backup, database, force: false, now: now + 10 });
  expect(endedAgain).toBeUndefined();

  const restored = await openUntilEnd({ database });
  const repeated = await createKey(restored, account.id, now + 20, { repeatable });
  expect(repeated.outcome).toBe('idempotency_key_spent');
  const keys = await restored.apiKeys.list(account.id, now + 20);
  expect(keys).toMatchObject([{ id: keyId, state: 'active' }]);
});

test('a database that is in use is not replaced', async () => {
  const { store, backup } = await aBackup();
  const restoring = restore({ backup, database: store.database, force: true, now });
  await expect(restoring).rejects.toMatchObject({ reason: 'database_in_use' });
  expect(await store.accounts.list()).toHaveLength(1);
});

// Waits before the database is replaced, until there is a file.
const waitForFile = (file: string) =>
  withFs(`const { linkSync } = fs;
  fs.linkSync = (...paths) => {
    fs.writeFileSync('${file}.waits', '');
    while (!fs.existsSync('${file}')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    linkSync(...paths);
  };`);

test('a service that starts during a restore waits, and then has the restored database', async () => {
  const { store, backup } = await aBackup();
  const database = aPlaceFor(store.database);
  await (await openStore({ database })).close();
  const go = join(temporaryFolder(), 'go');
  const env = waitForFile(go);
  const child = runCommand(['restore', backup, '--database', database, '--force'], { env });
  while (!fs.existsSync(`${go}.waits`)) await new Promise(setImmediate);
  const opening = openStore({ database });
  await new Promise(setImmediate);
  fs.writeFileSync(go, '');
  const opened = await opening;
  expect(await opened.accounts.list()).toHaveLength(1);
  await opened.close();
  expect(await child.ended).toBe(0);
});

test('a replaced database is kept, also behind a link, and its revoked keys stay revoked', async () => {
  const { store, account, keyId, backup } = await aBackup();
  await createKey(store, account.id);
  await store.apiKeys.revoke(account.id, keyId, now + 5);
  const database = aPlaceFor(store.database);
  await backUp({ database: store.database, file: database, force: false, now });

  await expect(restore({ backup, database, force: false, now })).rejects.toMatchObject(exists);
  const somebody = 12_345;
  if (process.getuid?.() === 0) fs.chownSync(database, somebody, somebody);
  const owner = fs.statSync(database).uid;
  await (await openStore({ database })).close();
  const lock = `${database}-checkpointer`;
  expect(fs.statSync(lock).uid).toBe(owner);
  fs.rmSync(lock);
  // Nothing gets another owner through a link that the service's user makes.
  const victim = `${database}.victim`;
  fs.writeFileSync(victim, '');
  fs.symlinkSync(victim, lock);
  const link = `${database}.link`;
  fs.symlinkSync(database, link);
  const itself = restore({ backup: link, database, force: true, now });
  await expect(itself).rejects.toThrow('the backup and the database must be different files');
  const { code, stderr } = await commandLine(['restore', backup, '--database', link, '--force']);
  expect(code).toBe(0);
  expect(fs.readlinkSync(link)).toBe(database);
  expect(fs.statSync(database).uid).toBe(owner);
  expect(stderr).toContain(
    '  revoked keys: 1, disabled or deleted accounts: 0, recovery codes: 0.\n',
  );
  const restored = await openUntilEnd({ database });
  expect(fs.statSync(victim).uid).toBe(process.getuid?.());
  const keys = await restored.apiKeys.list(account.id, now + 10);
  expect(keys).toMatchObject([{ id: keyId, state: 'revoked', revokedAt: now + 5 }]);
  const repeated = await createKey(restored, account.id, now + 10, { repeatable });
  expect(repeated.outcome).toBe('idempotency_key_spent');
  const [, aside = ''] = /kept as (.+)\.\n/.exec(stderr) ?? [];
  expect((await checkBackup(aside, now)).activeKeys).toBe(1);
});

test('databases that are replaced in the same second are all kept', async () => {
  const { store, backup } = await aBackup();
  const database = aPlaceFor(store.database);
  await backUp({ database: store.database, file: database, force: false, now });
  const asides = new Set<string | undefined>();
  for (let nth = 0; nth < 3; nth += 1)
    asides.add((await restore({ backup, database, force: true, now })).aside);
  expect([...asides].filter((aside) => fs.existsSync(aside ?? ''))).toHaveLength(3);
});

test('accounts that the replaced database has disabled or deleted are disabled, and what ended in them or before stays so', async () => {
  const { store, account, backup } = await aBackup();
  const [first = '', second = ''] = mfa.recoveryCodeHashes;
  const disabled = await addAccount(store, 'disabled@example.com');
  const deleted = await addAccount(store, 'deleted@example.com', { mfa });
  const revoked = await createKey(store, deleted.id, now);
  await addAccount(store, 'enabled@example.com');
  await backUp({ database: store.database, file: backup, force: true, now });
  await store.apiKeys.revoke(deleted.id, revoked.id, now + 5);
  await store.accounts.disable(disabled.id, now + 5);
  await store.accounts.delete(deleted.id, now + 5);
  expect((await logIn(store, account, { recoveryCodeHash: first })).outcome).toBe('ok');
  // The clock is behind when it is restored.
  const totpStep = Math.floor(now / 30_000) + 20;
  expect((await logIn(store, account, { totpStep })).outcome).toBe('ok');
  const database = aPlaceFor(store.database);
  await backUp({ database: store.database, file: database, force: false, now });

  const { endedAgain } = await restore({ backup, database, force: true, now: now + 10 });
  // Which codes of a deleted account were used is not known.
  expect(endedAgain).toEqual({ keys: 1, accounts: 2, codes: 3 });
  const restored = await openUntilEnd({ database });
  const accounts = (await restored.accounts.list()).map((one) => [one.identity, one.disabled]);
  expect(Object.fromEntries(accounts)).toEqual({
    'ana@example.com': false,
    'disabled@example.com': true,
    'deleted@example.com': true,
    'enabled@example.com': false,
  });
  const keys = await restored.apiKeys.list(deleted.id, now + 10);
  expect(keys).toMatchObject([{ id: revoked.id, revokedAt: now + 5 }]);
  const again = await find(restored, 'ana@example.com');
  for (const used of [{ recoveryCodeHash: first }, { totpStep }])
    expect((await logIn(restored, again, used)).outcome).toBe('code_used');
  expect((await logIn(restored, again, { recoveryCodeHash: second })).outcome).toBe('ok');
  expect((await checkBackup(database, now)).problems).toEqual([]);
});

test('what can be read of a damaged database ends again', async () => {
  const { store, account, keyId, backup } = await aBackup();
  await store.apiKeys.revoke(account.id, keyId, now + 5);
  const database = aPlaceFor(store.database);
  await backUp({ database: store.database, file: database, force: false, now });
  await tamper(database, 'drop table audit_events');
  const { stderr } = await commandLine(['restore', backup, '--database', database, '--force']);
  expect(stderr).toContain(
    '  revoked keys: 1, disabled or deleted accounts: 0, recovery codes: 0.\n',
  );
  expect(stderr).toContain('  It is damaged: what has ended in audit_events could not be read.\n');
});

test('a backup that replaces a new database keeps its accounts and recovery codes', async () => {
  const { store, backup } = await aBackup();
  const database = aPlaceFor(store.database);
  const fresh = await openStore({ database });
  await addAccount(fresh, 'other@example.com');
  await fresh.close();
  const { endedAgain } = await restore({ backup, database, force: true, now: now + 10 });
  expect(endedAgain).toEqual({ keys: 0, accounts: 0, codes: 0 });
});

test('for PostgreSQL the error names the tool of PostgreSQL', async () => {
  expect(
    await commandLine(['backup', 'x.db', '--database', 'postgres://localhost/accounts']),
  ).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: this command is for SQLite only: use pg_dump for a PostgreSQL database\n',
  });
});
