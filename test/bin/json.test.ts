import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { definedProgram } from '../../bin/help/page.ts';
import { helpTextsOf } from '../../conformance/engine/terminal/help-texts.ts';
import { anAccount, createKey } from '../server/store/an-account.ts';
import { runCommand } from '../support/command/run-command.ts';
import { argumentsOf, temporaryFolder, temporaryStore } from '../support/server/database.ts';
import { commandLine } from './support/in-process.ts';

const program = await definedProgram();

/** What the docs say that a command writes. */
function documented(words: readonly string[]): readonly unknown[] {
  const command = words.reduce<Command | undefined>(
    (at, word) => at?.commands.find((child) => child.name() === word),
    program,
  );
  return (command && helpTextsOf(command).json) ?? [];
}

/** Fields and the types of their values, without what changes. `null` may be anything. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [name, shapeOf(content)]),
  );
}

test('the output of --json has the fields that the docs show, and nothing else', async () => {
  const { store, account: ana } = await anAccount();
  const key = await createKey(store, ana.id, Date.now());
  const copy = join(temporaryFolder(), 'copy.db');
  const commands: readonly (readonly [name: string, more: readonly string[], input?: string])[] = [
    ['accounts list', []],
    ['accounts show', ['ana@example.com']],
    ['keys list', ['ana@example.com']],
    ['keys verify', [], key.key],
    ['keys revoke', [key.id]],
    ['secrets status', []],
    ['secrets rotate', []],
    ['sweep', []],
    ['audit tail', ['-n', '1']],
    ['audit verify', []],
    ['backup', [copy]],
    ['restore', [copy, '--force', '--database', join(temporaryFolder(), 'restored.db')]],
    [
      'move',
      [...argumentsOf({ ...store, database: copy }), '--to', join(temporaryFolder(), 'moved.db')],
    ],
  ];
  for (const [name, more, input = ''] of commands) {
    const words = name.split(' ');
    const where = more.includes('--database') ? [] : ['--database', store.database];
    const { stdout, stderr, code } = await commandLine([...words, ...more, ...where, '--json'], {
      input,
    });
    expect(code, stderr).toBe(0);
    const [shown] = documented(words);
    // In the same order too.
    expect(JSON.stringify(withoutDetail(shapeOf(JSON.parse(stdout)))), name).toBe(
      JSON.stringify(withoutDetail(shapeOf(shown))),
    );
  }
});

// What is known of an event depends on the event, and what comes of anchors on whether any were given.
function withoutDetail(shape: unknown): unknown {
  if (typeof shape !== 'object' || shape === null || Array.isArray(shape)) return shape;
  const {
    key_id: _,
    encryption_key: _key,
    anchors: _anchors,
    ...always
  } = shape as Record<string, unknown>;
  return always;
}

test('an account is added with its recovery codes as JSON, and the list of checks has what the docs show', async () => {
  const { database } = await temporaryStore();
  const args = ['accounts', 'add', 'ben@example.com', '--database', database, '--json'];
  const { stdout, stderr, code } = await commandLine(args, { input: 'correct horse battery' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Added ben@example.com.\n' });
  expect(JSON.parse(stdout)).toEqual({
    id: expect.stringMatching(/^usr_/),
    identity: 'ben@example.com',
    recovery_codes: [],
  });
  expect(Object.keys(JSON.parse(stdout))).toEqual(
    Object.keys(Object(documented(['accounts', 'add'])[1])),
  );

  const listed = await commandLine(['test', '--list', '--only', 'login', '--json']);
  const checks = JSON.parse(listed.stdout);
  const [shown] = Object(documented(['test'])[0]);
  expect(checks).toContainEqual(shown);
  expect(Object.keys(checks[0])).toEqual(Object.keys(shown));
  expect(listed.stderr).toBe(`${checks.length} checks\n`);
});

// Of each a field that its log does not have.
test.each([
  ['serve', '"docs"'],
  ['mock', '"otp"'],
])('%s --json writes one line with its address', async (name, field) => {
  const child = runCommand([name, '--json', '--port', '0'], {
    env: { ACCOUNT_ACCESS_DATABASE: join(temporaryFolder(), 'test.db') },
  });
  await child.says(field);
  const written = JSON.parse(child.stdout());
  expect(Object.keys(written)).toEqual(Object.keys(Object(documented([name])[0])));
  expect((await fetch(written.url)).status).toBe(404);
  child.signal('SIGTERM');
  expect(await child.ended).toBe(0);
});
