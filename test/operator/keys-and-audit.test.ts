import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAudit } from '../../operator/audit/open-audit.ts';
import { chainOf } from '../../server/store/audit/record-event.ts';
import { openStore } from '../../server/store/open-store.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { addAccount, createKey, logIn as logInTo } from '../server/store/an-account.ts';
import { runCommand } from '../support/command/run-command.ts';
import { generate, logIn, revoke, textIn } from '../support/http/call-operations.ts';
import {
  tamper,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

/** The command on a database of its own, with two accounts; each has a key of today. */
async function aDatabase() {
  const store = await temporaryStore();
  const ana = await addAccount(store, 'ana@example.com');
  const ben = await addAccount(store, 'ben@example.com');
  const created = Date.now();
  const keys = {
    ana: await createKey(store, ana.id, created),
    ben: await createKey(store, ben.id, created),
  };
  const run = (args: readonly string[], input = '') =>
    commandLine(['keys', ...args, '--database', store.database], { input });
  return { store, ana, ben, keys, created, run };
}

test('a key is read from standard input: exit code 0 if it is active, otherwise 1', async () => {
  const { store, ana, ben, keys, created, run } = await aDatabase();
  const { token } = await logInTo(store, ana, undefined, created);
  await store.accounts.disable(ben.id, created);
  const [active, disabled, other, verified] = await Promise.all([
    run(['verify', '--json'], `${keys.ana.key}\n`),
    run(['verify', '--json'], keys.ben.key),
    run(['verify'], token),
    run(['verify'], ` ${keys.ana.key}\r\n`),
  ]);
  expect(active.code).toBe(0);
  expect(JSON.parse(active.stdout)).toEqual({
    active: true,
    kind: 'api_key',
    token_type: 'Bearer',
    sub: ana.id,
    id: keys.ana.id,
    description: 'deploys',
    iat: Math.floor(created / 1000),
  });
  expect({ ...disabled, stdout: JSON.parse(disabled.stdout) }).toEqual({
    stdout: { active: false },
    stderr: '',
    code: 1,
  });
  expect(other).toEqual({ stdout: 'inactive\n', stderr: '', code: 1 });
  expect(verified).toMatchObject({ stderr: '', code: 0 });
  expect(verified.stdout).toMatch(
    new RegExp(`^active {3}${keys.ana.id}\nuser {5}${ana.id}\ncreated`),
  );
  expect(verified.stdout).not.toContain(keys.ana.key);
});

test('rejects standard input that is not one key, with exit code 2, and never takes a key as an argument', async () => {
  const { keys, run } = await aDatabase();
  const [two, argument] = await Promise.all([
    run(['verify'], `${keys.ana.key}\n${keys.ben.key}\n`),
    run(['verify', 'aak_typed_here']),
  ]);
  expect(two).toMatchObject({ stdout: '', code: 2 });
  expect(two.stderr).toMatch(/^error: more than one line [^\n]+\n$/);
  expect(argument).toMatchObject({ stdout: '', code: 2 });
  for (const { stderr } of [two, argument]) expect(stderr).not.toContain('aak_');
});

test("an operator revokes any user's key by its id, which is audited and final", async () => {
  const { store, ben, keys, run } = await aDatabase();
  const first = await run(['revoke', keys.ben.id]);
  expect(first).toMatchObject({ stdout: '', code: 0 });
  expect(first.stderr).toContain(`Revoked ${keys.ben.id} at 20`);
  const [unknown, listed] = await Promise.all([
    run(['revoke', keys.ana.key]),
    run(['list', 'ben@example.com']),
  ]);
  expect(unknown).toEqual({
    stdout: '',
    stderr: 'error: there is no API key with this id\n',
    code: 1,
  });
  const [headings, row, ...more] = listed.stdout.trimEnd().split('\n');
  expect(headings?.split(/ {2,}/)).toEqual([
    ...['ID', 'PREFIX', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED', 'DESCRIPTION'],
  ]);
  const [{ state, revokedAt = 0 } = {}] = await store.apiKeys.list(ben.id, Date.now());
  expect(state).toBe('revoked');
  const day = new Date(revokedAt).toISOString().slice(0, 10);
  expect(row?.split(/ {2,}/)).toEqual([
    ...[keys.ben.id, keys.ben.key.slice(0, 12), 'revoked', expect.any(String), '-', day, 'deploys'],
  ]);
  expect(more).toEqual([]);
});

test('an event has the trace id of the response to the request that caused it', async () => {
  const server = await serverForTest();
  const person = await addPerson(server);
  const login = await logIn(server, credentialsOf(person));
  const token = textIn(login, 'access_token');
  const generation = await generate(server, token);
  const keyId = textIn(generation, 'id');
  const revocation = await revoke(server, token, keyId);

  const audit = await openAudit({ database: server.database });
  const { events } = await audit.newest('all');
  const printed = [];
  for await (const { event, actor, accountId, traceId, detail } of events)
    printed.push({ event, actor, accountId, traceId, detail });
  await audit.close();
  const byService = { actor: 'service', accountId: person.id };
  expect(printed).toEqual([
    {
      event: 'account_added',
      actor: 'operator',
      accountId: person.id,
      traceId: undefined,
      detail: {},
    },
    {
      ...byService,
      event: 'login_succeeded',
      traceId: login.traceId,
      detail: { factor: 'password' },
    },
    { ...byService, event: 'api_key_created', traceId: generation.traceId, detail: { keyId } },
    { ...byService, event: 'api_key_revoked', traceId: revocation.traceId, detail: { keyId } },
  ]);
});

test('events are shown in 80 columns, and new ones are shown as they occur', async () => {
  const server = await serverForTest({ now: Date.now });
  const person = await addPerson(server);
  const { database } = server;
  const tail = runCommand([
    'audit',
    'tail',
    '-f',
    '--account',
    person.identity,
    '--database',
    database,
  ]);
  await tail.says('account_added');
  const token = textIn(await logIn(server, credentialsOf(person)), 'access_token');
  await addPerson(server);
  const keyId = textIn(await generate(server, token), 'id');
  await tail.says(keyId);
  tail.signal('SIGINT');
  expect(await tail.ended).toBe(0);

  const lines = tail.stdout().trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => !line.startsWith(' ')).map((line) => line.slice(19))).toEqual([
    `  account_added      operator  ${person.id}`,
    `  login_succeeded    service   ${person.id}`,
    `  api_key_created    service   ${person.id}`,
  ]);
  expect(lines.at(-1)).toMatch(new RegExp(`^ {4}key ${keyId}  trace [0-9a-f]{32}$`));
});

test('verify prints an anchor, compares the log with it, and fails when an event was removed', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const store = await openStore({ database });
  // An id says in which chain an account is, and these are in three: one with all its events gone is cut, not broken.
  const ids = [1, 2, 3].map((digit) => `usr_${String(digit).repeat(22)}`);
  expect(new Set(ids.map(chainOf)).size).toBe(3);
  for (const id of ids) await addAccount(store, `${id}@example.com`, { id });
  await store.close();

  const first = await commandLine(['audit', 'verify', '--database', database]);
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^audit-1:[\d.]+:[0-9a-f]{64}\n$/),
  });
  expect(first.stderr).toContain('No event was changed, removed or added: 3 events in 16 chains.');
  const anchor = temporaryFile('anchor.txt', first.stdout);

  const removal =
    'drop trigger audit_events_never_deleted; delete from audit_events where sequence = 1';
  await tamper(database, removal);
  const broken = await commandLine(['audit', 'verify', '--database', database, '--anchor', anchor]);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(
    /^CHAIN {2}VALID {2}FIRST INVALID {2}PROBLEM\n\d+ +0 +1 +the last events are missing/,
  );
  expect(Math.max(...broken.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(broken.stderr).toMatch(/error: the audit log is not intact in 3 of its chains/);
  expect(broken.stderr).toContain('error: events that the anchor counts are missing');
});

test('control characters of a changed database do not reach the terminal', async () => {
  const { store } = await aDatabase();
  const { database } = store;
  await store.close();
  const controls = "'a' || char(27) || '[2J' || char(155) || char(13) || 'z'";
  const place = ['--database', database];
  await tamper(database, `insert into kysely_migration values (${controls}, '')`);
  const shown = [await commandLine(['restore', '--check', database])];
  await tamper(
    database,
    `delete from kysely_migration where name = ${controls}; update accounts set identity = ${controls};
     drop trigger audit_events_never_updated; update audit_events set event = ${controls}`,
  );
  for (const command of ['audit tail', 'accounts list'])
    shown.push(await commandLine([...command.split(' '), ...place]));
  for (const { stdout, stderr } of shown) {
    expect(stdout + stderr).toContain('a\\u001b[2J\\u009b\\u000dz');
    expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]/u);
  }
});

test.each(["event = x'00'", "actor = x'00'", "at = 'soon'", 'at = 9e15', "detail = 'null'"])(
  'events with a damaged column are shown: %s',
  async (damage) => {
    const { store } = await aDatabase();
    await tamper(
      store.database,
      `drop trigger audit_events_never_updated; update audit_events set ${damage}`,
    );
    const tail = (...args: string[]) =>
      commandLine(['audit', 'tail', '--database', store.database, ...args]);
    expect((await tail('--json')).stdout.match(/^\{.+\}$/gm)).toHaveLength(4);
    expect((await tail()).stdout.match(/^\S.+ {2}\S+$/gm)).toHaveLength(4);
  },
);

const counts = Array.from({ length: 16 }, (_none, chain) => chain).join('.');
const digest = 'a'.repeat(64);

test.each([
  ['a nought before a count', `audit-1:0${counts}:${digest}`],
  ['no count where one should be', `audit-1:${counts.replace('.7.', '..')}:${digest}`],
  ['a count too few', `audit-1:${counts.replace('.7.', '.')}:${digest}`],
  ['a count beyond what can be counted', `audit-1:${counts}${'0'.repeat(16)}:${digest}`],
  ['capitals in its digest', `audit-1:${counts}:${digest.toUpperCase()}`],
  ['a digest cut short', `audit-1:${counts}:${digest.slice(1)}`],
  ['a character more', `audit-1:${counts}:${digest}a`],
])('rejects an anchor with %s, even together with a valid one', async (_what, altered) => {
  const anchor = temporaryFile('anchors.txt', `audit-1:${counts}:${digest}\n${altered}\n`);
  const { code, stderr } = await commandLine(['audit', 'verify', '--anchor', anchor]);
  expect(code).toBe(2);
  expect(stderr).toContain('--anchor contains an invalid anchor: it was changed or cut off');
});

test('says why a file with an anchor cannot be read', async () => {
  const { code, stderr } = await commandLine(['audit', 'verify', '--anchor', '/tmp']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: cannot read the anchor /tmp: it is a folder\n',
  });
});
