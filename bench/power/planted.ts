// Measures which planted faults tools find:
//   tsx bench/power/planted.ts shop --tool ours --seconds 30
import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { killChildren } from '../processes/build.ts';
import { markdownTable } from '../report/tables.ts';
import { measureRun } from './measure/measure-run.ts';
import { faultsOf, plantedServer } from './measure/planted-server.ts';
import { outputOption, type ToolName, toolOf, toolOption } from './peers/tools.ts';
import { subjects } from './planted/subjects.ts';
import { plantedTable } from './results/planted-table.ts';

interface Options {
  readonly output: string;
  readonly tool: readonly ToolName[];
  readonly fault?: readonly string[];
  readonly seconds: number;
  readonly seeds: readonly string[];
  readonly core: number;
}

process.once('exit', killChildren);
await new Command('planted.ts')
  .description(
    'Run tools against apps with planted faults, one at a time, and print what each finds.',
  )
  .addArgument(new Argument('[apps...]', 'every app by default').choices(Object.keys(subjects)))
  .addOption(outputOption())
  .addOption(toolOption())
  .option('--fault <ids...>', 'only these faults')
  .option('--seconds <number>', 'the limit of a run', Number, 60)
  .option('--seeds <numbers...>', 'of the runs against the app without a fault', ['1', '2', '3'])
  .option('--core <number>', 'the core that a tool gets', Number, 1)
  .action(measureAll)
  .parseAsync();

async function measureAll(named: readonly string[], options: Options): Promise<void> {
  const apps = named.length > 0 ? named : Object.keys(subjects);
  for (const tool of options.tool) {
    for (const app of apps) await measureApp(app, tool, options);
  }
  console.log(markdownTable(await plantedTable(options.output)));
}

async function measureApp(app: string, toolName: ToolName, options: Options): Promise<void> {
  const tool = toolOf(toolName);
  const { seconds, core, output, seeds } = options;
  const run = async (seed: number, fault?: string) => {
    console.error(`planted: ${app}: ${tool.name}: ${fault ?? `no fault, seed ${seed}`}`);
    const folder = resolve(output, app, `${toolName}-${fault ?? `clean-${seed}`}`);
    const server = plantedServer(app, fault);
    await measureRun({ server, tool, seconds, seed, core, folder });
  };
  for (const seed of seeds) await run(Number(seed));
  for (const { id } of faultsOf(app, options.fault)) await run(1, id);
}
