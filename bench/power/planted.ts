// Measures which planted faults tools find:
//   tsx bench/power/planted.ts shop --tool ours --seconds 30
import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { killChildren } from '../processes/build.ts';
import { markdownTable } from '../report/tables.ts';
import { measureRun } from './measure/measure-run.ts';
import { faultsOf, plantedServer } from './measure/planted-server.ts';
import { causesOf } from './measure/summary.ts';
import { outputOption, type ToolName, toolOf, toolOption } from './peers/tools.ts';
import { subjects } from './planted/subjects.ts';

interface Options {
  readonly output: string;
  readonly tool: readonly ToolName[];
  readonly fault?: readonly string[];
  readonly seconds: number;
  readonly seeds: readonly string[];
  readonly core: number;
}

/** What a tool found in an app. */
interface Found {
  readonly app: string;
  readonly tool: string;
  /** Entries about the app without a fault: false alarms. */
  readonly alarms: readonly string[];
  /** The faults that it was tried on, by kind, and whether it found each. */
  readonly faults: readonly { readonly kind: string; readonly found: boolean }[];
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
  const found: Found[] = [];
  for (const tool of options.tool) {
    for (const app of apps) found.push(await measureApp(app, tool, options));
  }
  console.log(markdownTable(tableOf(found)));
}

/** A fault is found when the tool reports something that it never reports about the app without a fault. */
async function measureApp(app: string, toolName: ToolName, options: Options): Promise<Found> {
  const tool = toolOf(toolName);
  const { seconds, core, output, seeds } = options;
  const run = async (seed: number, fault?: string) => {
    console.error(`planted: ${app}: ${tool.name}: ${fault ?? `no fault, seed ${seed}`}`);
    const folder = resolve(output, app, `${toolName}-${fault ?? `clean-${seed}`}`);
    const server = plantedServer(app, fault);
    return causesOf((await measureRun({ server, tool, seconds, seed, core, folder })).entries);
  };
  const alarms = new Set<string>();
  for (const seed of seeds) for (const cause of await run(Number(seed))) alarms.add(cause);
  const faults = [];
  for (const { id, kind } of faultsOf(app, options.fault)) {
    const causes = await run(1, id);
    faults.push({ kind, found: causes.some((cause) => !alarms.has(cause)) });
  }
  return { app, tool: tool.name, alarms: [...alarms], faults };
}

function tableOf(found: readonly Found[]) {
  const kinds = [...new Set(found.flatMap(({ faults }) => faults.map(({ kind }) => kind)))];
  const numbers = [...kinds, 'all', 'false alarms'];
  const rows = found.map(({ app, tool, alarms, faults }) => {
    const count = (some: Found['faults']) =>
      `${some.filter((fault) => fault.found).length} of ${some.length}`;
    const byKind = kinds.map((kind) => count(faults.filter((fault) => fault.kind === kind)));
    return [app, tool, ...byKind, count(faults), String(alarms.length)];
  });
  return { numbers, rows: [['app', 'tool', ...numbers], ...rows] };
}
