import { exitCodes } from '../../outcome.ts';
import { fold } from '../../report/fold.ts';
import { createSecrets } from '../../secrets.ts';
import { addListenOptions, jsonOption } from '../../terminal/common-options.ts';
import { type HelpTexts, withHelp } from '../../terminal/help-texts.ts';
import type { Define } from '../../terminal/program.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { reportUsage, UsageError } from '../../terminal/usage-error.ts';
import { requireNoDocument } from '../base-url.ts';
import { connect } from '../connect.ts';
import { knownFailures } from '../known-failures.ts';
import {
  connectionOptions,
  inputOptions,
  type ProxyOptions,
  reportOption,
  verboseOption,
} from '../options.ts';
import { printReport, writeReports } from '../reports.ts';
import type { TestProgram } from '../test-program.ts';
import { startJudge } from './start-judge.ts';
import { startProxy } from './start-proxy.ts';

export const defineProxy =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, { ...help, notes }).argument(
      '<base-url>',
      'base URL of the server, with any path prefix',
    );
    for (const option of [...inputOptions(program), ...connectionOptions()])
      command.addOption(option);
    addListenOptions(command, 4020)
      .option('--strict', 'also fail on rules of a decision')
      .addOption(reportOption())
      .addOption(verboseOption())
      .addOption(jsonOption('write the report to standard output as JSON'))
      .action((baseUrl: string, options: ProxyOptions) =>
        proxy(program, terminal, baseUrl, options),
      );
  };

const notes = [
  'The proxy reports when you stop it, with Ctrl-C or SIGTERM. The report masks values that are secret by their names: read it before you share it. --json writes the JSON of --report json.',
];

async function proxy(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string,
  options: ProxyOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    requireNoDocument(baseUrl, options);
    const known = await knownFailures(options.baseline);
    const { environment } = terminal;
    const judge = await startJudge(program, terminal, { baseUrl, options, known, environment });
    const { target, passing } = await judge.orEnd(open());
    terminal.say(
      `Listening on ${passing.url}, forwarding to ${baseUrl}. Press Ctrl-C to stop and report.`,
    );

    const signal = await new Promise<string>((resolve) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);
    });
    await passing.close();
    target.close();
    const journal = await judge.stop(signal);
    const report = fold(journal.entries());
    await writeReports(program, report, options.report ?? [], () => journal.har(program.tool));
    printReport(program, terminal, report, options);
    terminal.endWith(exitCodes[report.verdict]);

    async function open() {
      const { host, port } = options;
      const target = await connect(baseUrl, options, judge.profile, createSecrets());
      try {
        return { target, passing: await startProxy(target, { host, port, judge }) };
      } catch (cause) {
        throw new UsageError(
          `cannot listen on ${host} port ${port}; choose another with --host or --port`,
          { cause },
        );
      }
    }
  });
}
