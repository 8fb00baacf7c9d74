import type { Target } from '../../http/target.ts';
import { CannotTestError, exitCodes } from '../../outcome.ts';
import { performRun } from '../../perform-run.ts';
import type { Entry } from '../../report/entry.ts';
import { fold } from '../../report/fold.ts';
import { createSecrets } from '../../secrets.ts';
import { publicWordsOf, type RunnableSuite } from '../../suite.ts';
import { addListenOptions, jsonOption } from '../../terminal/common-options.ts';
import { type HelpTexts, withHelp } from '../../terminal/help-texts.ts';
import type { Define } from '../../terminal/program.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { reportUsage, UsageError } from '../../terminal/usage-error.ts';
import { connect, openSuites, promptAt, readBaselineFile, readProfileFile } from '../inputs.ts';
import {
  connectionOptions,
  inputOptions,
  reportOption,
  type TestOptions,
  verboseOption,
} from '../options.ts';
import { printReport, recordHar, writeReports } from '../reports.ts';
import type { TestProgram } from '../test-program.ts';
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

type SharedOptions =
  | 'profile'
  | 'document'
  | 'allowFiles'
  | 'baseline'
  | 'ca'
  | 'cert'
  | 'key'
  | 'insecure'
  | 'strict';

interface ProxyOptions extends Pick<TestOptions, SharedOptions | 'report' | 'json' | 'verbose'> {
  readonly port: number;
  readonly host: string;
}

async function proxy(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string,
  options: ProxyOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    const { strict = false, host, port } = options;
    // Only the checks of every response. A proxy does not send requests of its own.
    const suites = (await openSuites(program, options)).map(
      (suite): RunnableSuite => ({
        ...suite,
        checks: [],
        requiresSuccess: false,
        start: async () => [],
      }),
    );
    const prompt = promptAt(terminal);
    const { environment } = terminal;
    const profile = await readProfileFile({ environment, prompt }, options.profile, suites);
    const known = await readBaselineFile(options.baseline);
    const secrets = createSecrets(() => publicWordsOf(suites));
    const target = await connect(baseUrl, options, profile, secrets);
    const writeHar = recordHar(program, target, secrets, options.report);
    const passing = await listen();
    terminal.say(
      `Listening on ${passing.url}, forwarding to ${baseUrl}. Press Ctrl-C to stop and report.`,
    );

    const stopped = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    const entries: Entry[] = [];
    await performRun(
      {
        target,
        profile,
        secrets,
        known,
        suites: [...suites, untilStopped(target, suites, stopped)],
        seed: 0,
        strict,
        maxTimeMs: Number.POSITIVE_INFINITY,
      },
      { tool: program.tool, document: options.document },
      (entry) => void entries.push(entry),
    );
    await passing.close();
    if (passing.unjudged() > 0)
      terminal.say(
        `${passing.unjudged()} requests were passed on without being judged: too many were under way, they changed the protocol, or the tool failed.`,
      );
    const report = fold(entries);
    await writeReports(program, report, options.report ?? [], writeHar);
    printReport(program, terminal, report, options);
    terminal.endWith(exitCodes[report.verdict]);

    function onBug(error: unknown): void {
      terminal.say(
        `a bug in ${program.tool.name}, please report it: ${secrets.mask(String(error))}`,
      );
    }

    async function listen() {
      try {
        return await startProxy(target, { host, port, secrets, suites, onBug });
      } catch (cause) {
        throw new UsageError(
          `cannot listen on ${host} port ${port}; choose another with --host or --port`,
          {
            cause,
          },
        );
      }
    }
  });
}

/** Adds a check that runs until the proxy stops, so that the run lasts as long. */
function untilStopped(
  target: Target,
  suites: readonly RunnableSuite[],
  stopped: Promise<void>,
): RunnableSuite {
  const { baseUrl } = target;
  let responses = 0;
  let toOperations = 0;
  target.listen((exchange) => {
    if (exchange.response === undefined) return;
    responses += 1;
    if (suites.some((suite) => suite.operationOf?.(exchange, baseUrl) !== undefined))
      toOperations += 1;
  });
  const passing = {
    id: 'proxy/traffic',
    rule: 'Traffic passes until the proxy is stopped.',
    basis: 'observed',
    source: 'observed',
    needs: [],
    cost: { logins: 0, failures: 0 },
    run: async () => {
      await stopped;
      // Otherwise hardly anything was tested.
      if (responses === 0)
        throw new CannotTestError('the proxy received no response from the server');
      if (toOperations === 0)
        throw new CannotTestError(
          'no request was for an operation of the contract, whose paths begin after this address',
        );
      return undefined;
    },
  } as const;
  return { name: 'proxy', checks: [passing], responseChecks: [], start: async () => [passing] };
}
