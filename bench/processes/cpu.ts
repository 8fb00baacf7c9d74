import { readFileSync } from 'node:fs';

/** CPU time of a process so far, of all its threads, in milliseconds. Linux counts it in hundredths of a second. */
export function cpuMs(pid: number): number {
  return ticks(pid, 11, 12) * 10;
}

/** CPU time of all processes that this one started and that have ended. */
export function cpuMsOfEnded(): number {
  return ticks(process.pid, 13, 14) * 10;
}

/** The memory that a process uses now, in MiB. */
export function memoryMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

// Fields are counted from the one after the name, which may have spaces in it (proc(5)).
function ticks(pid: number, ...fields: readonly number[]): number {
  const all = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.reduce((sum, field) => sum + Number(all[field]), 0);
}
