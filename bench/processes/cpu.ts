import { readFileSync } from 'node:fs';

/** Processor time of a process so far, of all its threads, in milliseconds. Linux counts it in hundredths of a second. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
