import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RunResult } from './measure-run.ts';

/** The runs in a folder, in the order of servers, tools, limits and seeds. */
export async function readRuns(output: string): Promise<RunResult[]> {
  const files = await runFiles(output);
  const texts = await Promise.all(files.map((file) => readFile(join(output, file), 'utf8')));
  // `measureRun` wrote them.
  return texts.map((text) => JSON.parse(text) as RunResult);
}

/** Where the runs are, as paths in the folder. */
export async function runFiles(output: string): Promise<string[]> {
  const all = await readdir(output, { recursive: true });
  return all.filter((file) => basename(file) === 'run.json').sort();
}
