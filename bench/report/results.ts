import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Machine } from '../run/machine.ts';
import type { Series } from '../run/series.ts';

/** What a benchmark found, raw. */
export interface Measured {
  readonly measuredAt: string;
  /** Of the sources. */
  readonly revision: string;
  readonly quick: boolean;
  readonly seconds: number;
  /** How many processes wanted to run before it began, on average of a minute. */
  readonly load: number;
  readonly machine: Machine;
  readonly series: readonly Series[];
}

/** By the name of the benchmark: the last run of each. */
export type Results = Readonly<Record<string, Measured>>;

/** Of no run at all, where there is no such file. */
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
  // Whole or not at all, whatever ends the command.
  await writeFile(`${path}.new`, toJson(results));
  await rename(`${path}.new`, path);
}

/** A series a line, so that a difference between two runs can be read. Four digits say more than any of it is worth. */
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
