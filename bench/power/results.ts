// Writes the page of results from the runs that were measured:
//   tsx bench/power/results.ts --output ~/runs --planted ~/planted
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { root } from '../processes/build.ts';
import { readRuns } from './measure/runs.ts';
import { outputOption } from './peers/tools.ts';
import { readServers } from './results/causes.ts';
import { figuresOf } from './results/figures.ts';
import { drawPage } from './results/page.ts';
import { plantedTable } from './results/planted-table.ts';

interface Options {
  readonly output: string;
  readonly planted?: string;
  readonly read: string;
  readonly page: string;
}

const folder = join(root, 'bench/power');

await new Command('results.ts')
  .description('Write RESULTS.md from the runs, and from what somebody judged of them.')
  .addOption(outputOption())
  .option('--planted <folder>', 'where planted.ts kept its runs')
  .option('--read <folder>', 'what was judged, a file per server', join(folder, 'read'))
  .option('--page <file>', 'what to write', join(folder, 'RESULTS.md'))
  .action(write)
  .parseAsync();

async function write({ output, planted, read, page }: Options): Promise<void> {
  const servers = await readServers(read);
  const figures = figuresOf(await readRuns(output), servers);
  const table = planted === undefined ? undefined : await plantedTable(planted);
  await writeFile(page, drawPage({ figures, servers, planted: table }));
  for (const { server, tool, causes } of figures) {
    for (const { operation, kind, message } of causes.flatMap(({ unread }) => unread)) {
      console.error(`unread: ${server}: ${tool}: ${operation} | ${kind} | ${message}`);
    }
  }
}
