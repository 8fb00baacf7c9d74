import { Command, Option } from 'commander';
import { reportFailure } from './report-failure.ts';
import { parsePort, wholeNumber } from './whole-number.ts';

export interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly otp?: string;
  readonly scenario?: string;
  readonly scenarios?: string;
  readonly cors: boolean;
  readonly prism?: boolean;
}

/** `account-access mock`: the service in memory, to build clients against. */
export function mockCommand(): Command {
  return (
    new Command('mock')
      .description('run a mock of the service, to build clients against')
      .addOption(
        new Option('--port <number>', 'port to listen on; 0 for any that is free')
          .default(4010)
          .argParser(parsePort),
      )
      .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
      .addOption(
        new Option('--seed <number>', 'ids, tokens and keys are the same again for the same seed')
          .default(1)
          .argParser(wholeNumber('A seed', 2 ** 32 - 1)),
      )
      .option('--otp <code>', 'a one-time code that always works, beside the real ones, such as 000000')
      .option('--scenario <name>', 'play this scenario for every request')
      .option('--scenarios <file>', 'scenarios of your own: JSON or YAML, a name and its list of steps')
      .option('--no-cors', 'let no page of another origin read an answer, like the service')
      .option('--prism', 'run Prism instead, which keeps no state')
      // Commander puts its suggestion on a line of its own.
      .configureOutput({ outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')}\n`) })
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
      .addHelpText('after', examples)
      .action((options: MockCommandOptions) =>
        reportFailure(async () => {
          if (options.prism === true) {
            const { prism } = await import('./mock-prism.ts');
            return prism(options);
          }
          const { mock } = await import('./mock-action.ts');
          await mock(options);
        }),
      )
  );
}

const examples = `
A request asks for any documented answer, or for a scenario, with the header Prefer:
  Prefer: code=401, example=otp_required
  Prefer: scenario=token-expired
  Prefer: latency=500                    (milliseconds)

Tests steer it off /v1:
  GET, DELETE  /__mock/journal           what was asked so far
  POST         /__mock/reset             everything as it was at the start
  POST         /__mock/clock             {"advance": 3600}   (seconds)
  POST         /__mock/scenario          {"name": "unavailable-once"}, or null for none

A file of scenarios; a step has any of latency (ms), later (s, for the access token), code, example, fault (reset,
truncated, html, empty), and after the last step comes the first again:
  flaky: [{ code: 503 }, { latency: 800 }, { fault: reset }]

Examples:
  account-access mock
  account-access mock --port 0 --seed 7 --otp 000000
  account-access mock --scenarios scenarios.yaml --scenario flaky
`;
