import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../../../server/config/demo-accounts.ts';
import { runCommand, serveInChild } from '../../../support/command/run-command.ts';
import { generate, revoke, textIn, tokenOf } from '../../../support/http/call-operations.ts';
import { temporaryDatabase, temporaryFolder } from '../../../support/server/database.ts';

/** Whether to skip tests that need strace, which is for Linux. CI has it. */
const withoutStrace = process.env.CI !== 'true' && spawnSync('strace', ['-V']).status !== 0;

test.skipIf(withoutStrace)(
  'the change of a login, a generation and a revocation is on the disk before its response leaves',
  async () => {
    const { database } = await temporaryDatabase();
    const calls = recordSystemCalls();
    const server = await serveInChild(['--demo', '--database', database], calls);
    const { identity, password, mfa } = demoAccounts.mfa;

    const token = await tokenOf(server, { identity, password, otp: mfa.recoveryCodes[0] });
    const id = textIn(await generate(server, token), 'id');
    expect((await revoke(server, token, id)).reason).toBeUndefined();

    const events = await calls.events(/(HTTP\/1\.1 200.*){3}/s);
    const responses = events.flatMap((event, index) =>
      /^start writev?\(.*"HTTP\/1\.1 200/.test(event) ? [index] : [],
    );
    expect(responses).toHaveLength(3);
    // The log of the start comes before all of them.
    let from = events.findIndex((event) => event.includes('listening'));
    for (const response of responses) {
      const before = events.slice(from, response);
      const written = findLast(before, /^end pwrite64\(.*-wal>/);
      expect(written).toBeGreaterThan(0);
      expect(findLast(before, /^end f(data)?sync\(.*-wal>/)).toBeGreaterThan(written);
      from = response;
    }
  },
);

test.skipIf(withoutStrace)('a backup is on the disk before the command ends', async () => {
  const { database } = await temporaryDatabase();
  const server = await serveInChild(['--demo', '--database', database]);
  const calls = recordSystemCalls();
  const file = join(temporaryFolder(), 'backup.db');

  const command = runCommand(['backup', file, '--database', database], calls);

  expect(await command.ended, command.stderr()).toBe(0);
  const events = await calls.events(new RegExp(`^${command.process.pid} +\\+{3} exited`, 'm'));
  const written = findLast(events, new RegExp(`^end pwrite64\\(\\d+<${file}>`));
  expect(written).toBeGreaterThan(0);
  expect(findLast(events, new RegExp(`^end fsync\\(\\d+<${file}>`))).toBeGreaterThan(written);
  await server.end();
});

function findLast(events: readonly string[], call: RegExp): number {
  return events.findLastIndex((event) => call.test(event));
}

/** Records, with strace, which calls of the system a program makes to write and to flush. */
function recordSystemCalls() {
  const record = join(temporaryFolder(), 'calls');
  const options = '-D -f -y -s 256 -e signal=none -e trace=fsync,fdatasync,write,writev,pwrite64';
  return {
    /** What runs a program so that its calls are recorded. The program keeps its process id. */
    runBy: ['strace', ...options.split(' '), '-o', record],
    /** The starts and ends of its calls in their order, once the record matches: `end fsync(3</tmp/file>`. */
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
