// Measures tools on servers that other people wrote:
//   tsx bench/power/measure.ts petclinic --tool ours schemathesis --seconds 60
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { killChildren } from '../processes/build.ts';
import { markdownTable } from '../report/tables.ts';
import { measureRun } from './measure/measure-run.ts';
import { readRuns } from './measure/runs.ts';
import { readServerDescription, serverFile } from './measure/server-description.ts';
import { findingsPage, tableOf } from './measure/summary.ts';
import { outputOption, type ToolName, toolOf, toolOption } from './peers/tools.ts';

interface Options {
  readonly servers: string;
  readonly output: string;
  readonly tool: readonly ToolName[];
  readonly seconds: number;
  readonly seeds: readonly string[];
  readonly core: number;
}

process.once('exit', killChildren);
await new Command('measure.ts')
  .description('Run tools against servers, and write what they found and what it took.')
  .addArgument(new Argument('[servers...]', 'names of folders; every server by default'))
  .addOption(
    new Option('--servers <folder>', 'a folder per server, with server.json')
      .env('POWER_SERVERS')
      .makeOptionMandatory(),
  )
  .addOption(outputOption())
  .addOption(toolOption())
  .option('--seconds <number>', 'the limit of a run', Number, 60)
  .option('--seeds <numbers...>', 'a run for each', ['1'])
  .option('--core <number>', 'the core that a tool gets', Number, 1)
  .action(measureAll)
  .parseAsync();

async function measureAll(named: readonly string[], options: Options): Promise<void> {
  const servers = named.length > 0 ? named : await namesOfServers(options.servers);
  for (const name of servers) {
    for (const tool of options.tool) {
      for (const seed of options.seeds) await measureOne(name, tool, Number(seed), options);
    }
  }
  console.log(markdownTable(tableOf(await readRuns(options.output))));
}

async function namesOfServers(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => existsSync(serverFile(folder, name))).sort();
}

/** A server that does not start, or a tool that is not installed, leaves the other runs alone. */
async function measureOne(
  name: string,
  toolName: ToolName,
  seed: number,
  { servers, output, seconds, core }: Options,
): Promise<void> {
  const run = `${toolName}-${seconds}-${seed}`;
  console.error(`measure: ${name}: ${run}`);
  try {
    const server = await readServerDescription(serverFile(servers, name));
    const folder = resolve(output, name, run);
    const tool = toolOf(toolName);
    const result = await measureRun({ server, tool, seconds, seed, core, folder });
    await writeFile(join(folder, 'findings.md'), findingsPage(result));
  } catch (error) {
    console.error(`measure: ${name}: ${run}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
