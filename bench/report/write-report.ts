import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from '../run/benchmark.ts';
import { drawChart } from './chart.ts';
import { drawPage } from './page.ts';
import type { Results } from './results.ts';

/** Draws all that has been measured into a folder: `RESULTS.md` and a chart for each benchmark. */
export async function writeReport(
  folder: string,
  benchmarks: readonly Benchmark[],
  results: Results,
): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.svg')) await rm(join(folder, name));
  for (const benchmark of benchmarks) {
    const found = results[benchmark.name];
    if (found !== undefined)
      await writeFile(join(folder, `${benchmark.name}.svg`), drawChart(benchmark, found.series));
  }
  await writeFile(join(folder, 'RESULTS.md'), drawPage(benchmarks, results));
}
