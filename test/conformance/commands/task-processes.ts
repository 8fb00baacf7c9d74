import { readdirSync, readFileSync } from 'node:fs';

interface TaskProcess {
  /** The most memory that it had, in MB. */
  readonly peakMb: number;
  /** The CPU time that it used. */
  readonly cpuSeconds: number;
}

/** The processes in which the commands of this process test servers and read documents. */
export function taskProcesses(): TaskProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
        const status = read('status');
        if (Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) !== process.pid) return [];
        if (!/commands\/child\./.test(read('cmdline'))) return [];
        // After the name, which may have spaces: utime and stime are the fields 14 and 15, in hundredths of a second.
        const fields = read('stat')
          .replace(/^.*\) /, '')
          .split(' ');
        const peakMb = Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) / 1024;
        return [{ peakMb, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 }];
      } catch {
        // It has ended.
        return [];
      }
    });
}
