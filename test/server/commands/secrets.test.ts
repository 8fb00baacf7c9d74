import {
  chmodSync,
  chownSync,
  linkSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../../bin/support/in-process.ts';
import { serveInChild } from '../../support/command/run-command.ts';
import { logIn } from '../../support/http/call-operations.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { startTestServer } from '../../support/server/test-server.ts';

test('an operator rotates and retires keys while a service runs, which reloads them at SIGHUP', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const preparing = await startTestServer({ config: { database } });
  const person = await addPerson(preparing);
  await preparing.close();
  const file = `${database}.secrets`;
  const idsIn = () =>
    [...readFileSync(file, 'utf8').matchAll(/"id": "(\w+)"/g)].map(([, id]) => String(id));
  const [first = ''] = idsIn();
  const somebody = 12_345;
  if (process.getuid?.() === 0) chownSync(file, somebody, somebody);
  const owner = statSync(file).uid;
  const link = join(temporaryFolder(), 'link');
  symlinkSync(file, link);

  const server = await serveInChild(['--database', database, '--secrets', file]);
  expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);
  const rotated = await commandLine([
    'secrets',
    'rotate',
    '--database',
    database,
    '--secrets',
    link,
  ]);
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9A-Za-z]{8}\n$/) });
  expect(rotated.stderr).toMatch(/^Created key \w{8}\. If this is interrupted, continue/);
  const second = rotated.stdout.trim();
  expect(idsIn()).toEqual([first, second]);
  expect(readlinkSync(link)).toBe(file);
  expect(statSync(file).uid).toBe(owner);
  expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);

  const [status, kept] = await Promise.all([
    commandLine(['secrets', 'status', '--database', database]),
    commandLine(['secrets', 'retire', second, '--database', database]),
  ]);
  expect(status.stdout).toMatch(
    new RegExp(`${first} +older +\\S+ +0 +0 +0 +0\n${second} +current +\\S+ +1 +0 +0 +0`),
  );
  expect(kept).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: key \w+ is the current one[^\n]+\n$/),
  });
  // A lock beside it would have a name that is too long.
  const other = join(dirname(file), 's'.repeat(252));
  linkSync(file, other);
  const failed = await commandLine([
    'secrets',
    'retire',
    first,
    '--database',
    database,
    '--secrets',
    other,
  ]);
  expect(failed).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot write the secrets file'),
  });
  const events = async () => (await commandLine(['audit', 'tail', '--database', database])).stdout;
  expect(await events()).not.toContain('retired');
  expect((await commandLine(['secrets', 'retire', first, '--database', database])).code).toBe(0);
  expect(await events()).toContain('retired');
  expect(idsIn()).toEqual([second]);

  server.signal('SIGHUP');
  await server.says('read the secrets file again');
  expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);
  chmodSync(file, 0o644);
  server.signal('SIGHUP');
  await server.says('the service still uses the previous keys');
  expect(server.stderr()).toMatch(
    /"err":{"type":"SecretsError","message":"[^"]+","stack":"[^"]+"}/,
  );
  expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);

  for (const text of [server.stderr(), status.stdout])
    for (const [, key] of readFileSync(file, 'utf8').matchAll(/"key": "(\S+)"/g))
      expect(text).not.toContain(key);
});
