import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addAccount, createKey, logIn } from '../server/store/an-account.ts';
import { temporaryStore } from '../server/store/temporary-store.ts';
import { commandArguments } from '../support/command/child-process.ts';

/** The command on a database of its own, with two accounts; each has a key of today. */
async function aDatabase() {
  const store = await temporaryStore();
  const ana = await addAccount(store, 'ana@example.com');
  const ben = await addAccount(store, 'ben@example.com');
  const created = Date.now();
  const keys = { ana: await createKey(store, ana.id, created), ben: await createKey(store, ben.id, created) };
  const run = async (args: readonly string[], input = '') => {
    const child = spawn(
      process.execPath,
      [...commandArguments, 'keys', ...args, '--database', store.database],
      {
        env: { ...process.env, NO_COLOR: '1' },
      },
    );
    // A command that fails before it reads closes the pipe.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('close', resolve)),
    ]);
    return { stdout, stderr, code };
  };
  return { store, ana, ben, keys, created, run };
}

test('a key is read from standard input: exit code 0 if it is active, otherwise 1', async () => {
  const { store, ana, ben, keys, created, run } = await aDatabase();
  const { token } = await logIn(store, ana, undefined, created);
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
  expect(verified.stdout).toMatch(new RegExp(`^active {3}${keys.ana.id}\nuser {5}${ana.id}\ncreated`));
  expect(verified.stdout).not.toContain(keys.ana.key);
});

test('a key is inactive once it is revoked, by whatever clock', async () => {
  const { store, ben, keys, created, run } = await aDatabase();
  const dayAhead = created + 24 * 3_600_000;
  await store.apiKeys.revoke(ben.id, keys.ben.id, dayAhead);
  const [verified, listed] = await Promise.all([
    run(['verify'], keys.ben.key),
    run(['list', 'ben@example.com', '--json']),
  ]);
  expect(verified).toEqual({ stdout: 'inactive\n', stderr: '', code: 1 });
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id: keys.ben.id, state: 'revoked' }]);
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
  expect(unknown).toEqual({ stdout: '', stderr: 'error: there is no API key with this id\n', code: 1 });
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
