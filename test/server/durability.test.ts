import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import type { Child } from '../support/command/child-process.ts';
import { runCommand, serveInChild } from '../support/command/run-command.ts';
import { generate, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import {
  argumentsOf,
  type DatabasePaths,
  temporaryDatabase,
  temporaryFolder,
} from '../support/server/database.ts';
import { addPerson } from '../support/server/people.ts';
import { startTestServer } from '../support/server/test-server.ts';

/** Whether to skip tests that need strace, which is for Linux. CI has it. */
const withoutStrace = process.env.CI !== 'true' && spawnSync('strace', ['-V']).status !== 0;

async function placeWithPerson(): Promise<DatabasePaths> {
  const place = await temporaryDatabase();
  const server = await startTestServer({ config: place, now: Date.now });
  await addPerson(server);
  await server.close();
  return place;
}

const hasEnded = ({ process }: Child) => new RegExp(`^${process.pid} +\\+{3} exited`, 'm');

const last = (events: readonly string[], call: RegExp) =>
  events.findLastIndex((event) => call.test(event));

test.skipIf(withoutStrace)(
  'the change of a login, a generation and a revocation is on the disk before its response leaves',
  async () => {
    const place = await temporaryDatabase({ isNew: true });
    const calls = recordSystemCalls();
    // Without rate limits, whose counts are written later.
    const server = await serveInChild(['--demo', '--json', ...argumentsOf(place)], calls);
    await server.says('"demo":');
    const { identity, password, mfa } = demoAccounts.mfa;
    const token = await tokenOf(server, { identity, password, otp: mfa.recoveryCodes[0] });
    const key = textIn(await generate(server, token), 'id');
    expect((await revoke(server, token, key)).reason).toBeUndefined();
    const events = await calls.events(/(HTTP\/1\.1 200.*){3}/s);
    const responses = events.flatMap((event, index) =>
      /^start writev?\(.*"HTTP\/1\.1 200/.test(event) ? [index] : [],
    );
    expect(responses).toHaveLength(3);
    let from = last(events, /^end write\(.*"\{\\"url\\":/);
    for (const [index, operation] of ['login', 'generate', 'revoke'].entries()) {
      const before = events.slice(from, responses[index]);
      const written = last(before, /^end pwrite64\(.*-wal>/);
      expect(written, operation).toBeGreaterThan(0);
      expect(last(before, /^end f(data)?sync\(.*-wal>/), operation).toBeGreaterThan(written);
      from = responses[index] ?? 0;
    }
  },
);

/** A file is written, flushed, named, and then its folder is flushed. */
function expectDurable(events: readonly string[], file: string, temporary: string): number {
  const named = last(events, new RegExp(`^start (rename|link)(at2?)?\\(.*"${file}"`));
  const flushed = last(events.slice(0, named), new RegExp(`^end fsync\\(\\d+<${temporary}>`));
  expect(flushed).toBeGreaterThan(0);
  expect(
    last(events.slice(0, named), new RegExp(`^end p?write(64)?\\(\\d+<${temporary}>`)),
  ).toBeLessThan(flushed);
  const folder = file.slice(0, file.lastIndexOf('/'));
  const end = last(events, new RegExp(`^end fsync\\(\\d+<${folder}>`));
  expect(end).toBeGreaterThan(named);
  return end;
}

test.skipIf(withoutStrace)(
  'a backup and its name are on the disk before the command ends',
  async () => {
    const { database } = await placeWithPerson();
    const calls = recordSystemCalls();
    const file = join(temporaryFolder(), 'backup.db');
    const command = runCommand(['backup', file, '--database', database], calls);
    expect(await command.ended).toBe(0);
    const events = await calls.events(hasEnded(command));
    expectDurable(
      events,
      file,
      file.replace('/backup.db', '/\\.backup\\.db\\.[\\da-f-]+\\.partial'),
    );
  },
);

test.skipIf(withoutStrace)(
  'a secrets file is on the disk before anything is encrypted with its new key',
  async () => {
    const before = await placeWithPerson();
    // In a folder of its own, which SQLite does not flush.
    const place = { ...before, secrets: join(temporaryFolder(), 'secrets') };
    renameSync(before.secrets, place.secrets);
    const calls = recordSystemCalls();
    const command = runCommand(['secrets', 'rotate', ...argumentsOf(place)], calls);
    expect(await command.ended).toBe(0);
    const events = await calls.events(hasEnded(command));
    const flushed = expectDurable(events, place.secrets, `${place.secrets}\\.\\w+\\.tmp`);
    expect(last(events.slice(0, flushed), /^start pwrite64\(.*-wal>/)).toBe(-1);
    expect(last(events, /^start pwrite64\(.*-wal>/)).toBeGreaterThan(flushed);
  },
);

/** Records, with strace, which calls of the system a program makes to write, to flush and to name files. */
function recordSystemCalls() {
  const record = join(temporaryFolder(), 'calls');
  const calls = 'fsync,fdatasync,write,writev,pwrite64,rename,renameat,renameat2,link,linkat';
  return {
    /** What runs a program so that its calls are recorded. The program keeps its process id. */
    runBy: [
      'strace',
      ...'-D -f -y -s 32 -e signal=none -e'.split(' '),
      `trace=${calls}`,
      '-o',
      record,
    ],
    /** The starts and ends of its calls in their order, when the record matches `complete`: `end fsync(3</tmp/file>`. */
    events: async (complete: RegExp) => {
      await expect.poll(() => complete.test(readFileSync(record, 'utf8'))).toBe(true);
      return toEvents(readFileSync(record, 'utf8'));
    },
  };
}

// A call that another thread interrupts has two lines: `7 fsync(3</tmp/file> <unfinished ...>`, `7 <... fsync resumed>) = 0`.
function toEvents(record: string): readonly string[] {
  const unfinished = new Map<string, string>();
  return record.split('\n').flatMap((line) => {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (call.startsWith('<...')) return [`end ${unfinished.get(thread)}`];
    if (!call.endsWith('<unfinished ...>')) return [`start ${call}`, `end ${call}`];
    unfinished.set(thread, call);
    return [`start ${call}`];
  });
}
