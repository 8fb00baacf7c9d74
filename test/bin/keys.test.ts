import { expect, test } from 'vitest';
import { aDatabaseWithAna, addKey, ana } from './support/on-database.ts';

async function aKey() {
  const place = await aDatabaseWithAna();
  const store = await place.open();
  return { ...place, store, owner: place.id, ...(await addKey(store, ana)) };
}

test('verifies a key from standard input: exit code 0 if it is active, 1 if not', async () => {
  const { run, store, owner, id, key } = await aKey();
  const active = await run('keys verify', ['--json'], { input: ` ${key}\n` });
  expect(active).toMatchObject({ stderr: '', code: 0 });
  expect(JSON.parse(active.stdout)).toEqual({
    active: true,
    kind: 'api_key',
    token_type: 'Bearer',
    sub: owner,
    id,
    description: 'deploys',
    iat: expect.any(Number),
  });
  const shown = await run('keys verify', [], { input: key });
  expect(shown).toEqual({ stdout: `active  ${id}  ${owner}\n`, stderr: '', code: 0 });

  await store.accounts.disable(owner, Date.now());
  const inactive = await run('keys verify', ['--json'], { input: key });
  expect(JSON.parse(inactive.stdout)).toEqual({ active: false });
  expect(inactive.code).toBe(1);
  expect(await run('keys verify', [], { input: 'no key' })).toEqual({
    stdout: 'inactive\n',
    stderr: '',
    code: 1,
  });
});

test('when the key cannot be verified, the exit code is not the one of an inactive key', async () => {
  const { run, key } = await aKey();
  const two = await run('keys verify', [], { input: `${key}\n${key}\n` });
  const asArgument = await run('keys verify', [key]);
  for (const { stdout, stderr, code } of [two, asArgument]) {
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).not.toContain(key);
  }
});

test("revokes any user's key by its id, which is audited and final", async () => {
  const { database, run, store, owner, id, key } = await aKey();
  const revoked = await run('keys revoke', [id, '--json']);
  expect(revoked).toMatchObject({ code: 0, stderr: expect.stringContaining(`Revoked ${id}`) });
  const { revoked_at: revokedAt } = JSON.parse(revoked.stdout);

  const again = await run('keys revoke', [id, '--json']);
  expect(JSON.parse(again.stdout)).toEqual({ id, revoked_at: revokedAt });
  expect(await store.apiKeys.list(owner)).toMatchObject([{ id, state: 'revoked' }]);
  const events = await store.events.list({ limit: 100 });
  expect(events.filter(({ event }) => event === 'api_key_revoked')).toMatchObject([
    { actor: 'operator', accountId: owner, detail: { keyId: id } },
  ]);

  // The operator may have pasted the key instead of its id.
  const unknown = await run('keys revoke', [key]);
  expect(unknown).toEqual({
    stdout: '',
    stderr: `error: there is no API key with this id in ${database}\n`,
    code: 2,
  });
});

test('lists the keys of an account in a table, and as JSON', async () => {
  const { run, id, key } = await aKey();
  const { stdout } = await run('keys list', [ana]);
  const [headings, row, ...more] = stdout.trimEnd().split('\n');
  expect(headings?.split(/ {2,}/)).toEqual([
    'ID',
    'PREFIX',
    'STATE',
    'CREATED',
    'REVOKED',
    'DESCRIPTION',
  ]);
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const cells = [id, key.slice(0, 12), 'active', today, '-', 'deploys'];
  expect(row?.split(/ {2,}/)).toEqual(cells);
  expect(more).toEqual([]);

  const listed = await run('keys list', [ana, '--json']);
  expect(listed.stdout).not.toContain(key);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id, key_prefix: key.slice(0, 12), state: 'active', revoked_at: null },
  ]);
});

test('says that an account has no keys', async () => {
  const { run } = await aDatabaseWithAna();
  expect(await run('keys list', [ana])).toEqual({
    stdout: '',
    stderr: `${ana} has no API keys.\n`,
    code: 0,
  });
});
