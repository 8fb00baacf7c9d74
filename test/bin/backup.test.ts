import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../support/server/database.ts';
import { commandLine } from './support/in-process.ts';
import { aDatabaseWithAna, ana } from './support/on-database.ts';

test('copies the database while it is in use, into a private file that works with the same key', async () => {
  const { database, run, open } = await aDatabaseWithAna();
  await open();
  const copy = join(temporaryFolder(), 'copy.db');
  const { stderr, code } = await run('backup', [copy]);
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining(copy), code: 0 });
  expect(statSync(copy).mode & 0o077).toBe(0);

  const key = ['--encryption-key-file', `${database}.key`];
  const shown = await commandLine(['accounts', 'show', ana, '--database', copy, ...key]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(ana) });

  const ended = await commandLine([
    'accounts',
    'end-sessions',
    '--all',
    '--database',
    copy,
    ...key,
  ]);
  expect(ended.code).toBe(0);
});

test('does not replace a file', async () => {
  const { run } = await aDatabaseWithAna();
  const file = temporaryFile('kept.db', 'kept');
  const { stderr, code } = await run('backup', [file]);
  expect({ stderr, code }).toEqual({
    stderr: `error: cannot write the backup ${file}: it exists already\n`,
    code: 2,
  });
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test('a backup with another key is rejected, and says so', async () => {
  const { run } = await aDatabaseWithAna();
  const copy = join(temporaryFolder(), 'copy.db');
  await run('backup', [copy]);
  const key = temporaryFile('other.key', `${Buffer.alloc(32, 1).toString('base64')}\n`);
  const args = ['accounts', 'list', '--database', copy, '--encryption-key-file', key];
  expect(await commandLine(args)).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^error: .*(private|0600|encrypted with another key).*\n$/),
    code: 2,
  });
});
