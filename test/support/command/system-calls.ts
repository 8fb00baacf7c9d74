import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../server/store/temporary-store.ts';

/** Whether to skip tests that need strace, which is for Linux. CI has it. */
export const withoutStrace = process.env.CI !== 'true' && spawnSync('strace', ['-V']).status !== 0;

export interface SystemCalls {
  /** What runs a program so that its calls are recorded. The program keeps its process id. */
  readonly runBy: readonly string[];
  /** The starts and ends of its calls in their order, when the record matches `complete`: `end fsync(3</tmp/file>`. */
  readonly events: (complete: RegExp) => Promise<readonly string[]>;
}

/** Records, with strace, which calls of the system a program makes to write, to flush and to name files. */
export function recordSystemCalls(): SystemCalls {
  const record = join(temporaryFolder(), 'calls');
  const calls = 'fsync,fdatasync,write,writev,pwrite64,rename,renameat,renameat2,link,linkat';
  return {
    runBy: [
      'strace',
      '-D',
      '-f',
      '-y',
      '-s',
      '32',
      '-e',
      `trace=${calls}`,
      '-e',
      'signal=none',
      '-o',
      record,
    ],
    events: async (complete) => {
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
