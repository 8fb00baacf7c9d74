import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import type { Series } from '../run/benchmark.ts';

/** The raw results of a benchmark. */
export interface Measured {
  readonly measuredAt: string;
  /** The commit that was measured. */
  readonly revision: string;
  readonly quick: boolean;
  readonly seconds: number;
  /** The load average of the machine over the minute before the start. */
  readonly load: number;
  readonly machine: Machine;
  readonly series: readonly Series[];
}

/** The last run of each benchmark, by its name. */
export type Results = Readonly<Record<string, Measured>>;

/** Empty where the file does not exist. */
export async function readResults(path: string): Promise<Results> {
  try {
    // Only writeResults writes it.
    return JSON.parse(await readFile(path, 'utf8')) as Results;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

export async function writeResults(path: string, results: Results): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // The file is written completely or not at all, even if the command ends here.
  await writeFile(`${path}.new`, toJson(results));
  await rename(`${path}.new`, path);
}

/** One line per series, so that a diff of two runs is readable. Four digits are more precise than the measurement. */
function toJson(results: Results): string {
  const rounded = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  const benchmarks = Object.entries(results).map(([name, { series, ...rest }]) => {
    const lines = series.map((one) => `    ${JSON.stringify(one, rounded)}`).join(',\n');
    const head = JSON.stringify(rest, rounded).slice(1, -1);
    return `  ${JSON.stringify(name)}: {\n   ${head},\n   "series": [\n${lines}\n   ]\n  }`;
  });
  return `{\n${benchmarks.join(',\n')}\n}\n`;
}

/** The machine on which the figures were measured. */
export type Machine = ReturnType<typeof describeMachine>;

export function describeMachine() {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    /** How often per second the disk with the temporary files syncs 4 KiB. A high rate means that it does not really sync. */
    syncsPerSecond: Math.round(syncsPerSecond()),
  };
}

function syncsPerSecond(): number {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-bench-'));
  const file = openSync(join(folder, 'sync'), 'w');
  const block = Buffer.alloc(4096, 'x');
  const begin = performance.now();
  let syncs = 0;
  while (performance.now() - begin < 500) {
    writeSync(file, block, 0, block.length, 0);
    fdatasyncSync(file);
    syncs += 1;
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return syncs / ((performance.now() - begin) / 1000);
}
