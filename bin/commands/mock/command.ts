import { Option } from 'commander';
import {
  addListenOptions,
  jsonOption,
  wholeNumber,
  withSuggestions,
} from '../../../conformance/engine/terminal/common-options.ts';
import { didYouMean } from '../../../conformance/engine/terminal/did-you-mean.ts';
import { type HelpTexts, withHelp } from '../../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { defaultAccounts, type MockAccount } from '../../../mock/accounts.ts';
import { createMock, type Mock, type MockOptions } from '../../../mock/create-mock.ts';
import { MockError } from '../../../mock/mock-error.ts';
import { builtInScenarios } from '../../../mock/scenarios/scenario.ts';
import { type MockServer, startMockServer } from '../../../mock/server.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { reporting } from '../../define.ts';
import { commandName } from '../../environment.ts';
import { toJsonLine } from '../../output/format-table.ts';
import { prism } from './prism.ts';

export const define: Define = (command, terminal) => {
  withHelp(command, help);
  addListenOptions(command, 4010)
    .addOption(
      new Option('--seed <number>', 'generate the same ids, tokens and keys for the same seed')
        .default(1)
        .argParser(wholeNumber('A seed', 2 ** 32 - 1)),
    )
    .option(
      '--otp <code>',
      'one-time code that always works, besides the real ones, such as 000000',
    )
    .option('--accounts <file>', 'file with accounts, JSON or YAML, instead of the demo accounts')
    .option('--base-path <path>', 'path before /v1, such as /access behind a gateway')
    .addOption(
      withSuggestions(
        new Option('--scenario <name>', 'play this scenario at the start and after a reset'),
        async () => Object.keys(builtInScenarios),
      ),
    )
    .option('--scenarios <file>', 'file with your own scenarios, JSON or YAML')
    .option('--no-cors', 'send no CORS headers: pages of other origins cannot read responses')
    .option('--prism', 'run Prism instead, which keeps no state')
    .addOption(jsonOption('write a line of JSON when the mock listens'))
    .action(
      reporting(terminal, (_, options: MockCommandOptions) =>
        options.prism ? prism(terminal, options) : mock(terminal, options),
      ),
    );
};

const help: HelpTexts = {
  examples: [
    'account-access mock',
    'account-access mock --port 0 --seed 7 --otp 000000 --json',
    'account-access mock --scenario unavailable-once',
    'account-access mock --scenarios scenarios.yaml --scenario flaky',
  ],
  notes: [
    'The request header Prefer selects any documented response, or a scenario:',
    `  Prefer: code=401, example=otp_required
  Prefer: scenario=token-expired
  Prefer: latency=500                    (milliseconds)`,
    'Tests control the mock on paths outside /v1:',
    `  POST  /__mock/next      {"operation": "login", "steps": [{"status": 503}]}
  POST  /__mock/repeat    {"operation": "*", "steps": [{"latency": 300}]}
  POST  /__mock/scenario  {"name": "unavailable-once"}, or {"name": null}
  POST  /__mock/clock     {"advance": 3600000}, or {"now": "2030-01-01T00:00Z"}
  POST  /__mock/reset     restore the initial state
  GET   /__mock/journal   the requests so far; DELETE forgets them`,
    'A step may have latency (milliseconds), status, example, headers, body and fault (reset, truncated). After the last step, responses are true again.',
    'A file of scenarios has steps per operation, with * for each operation:',
    `  flaky:
    login: [{ status: 503 }, { status: 502, body: Bad gateway }]
    '*': [{ latency: 800 }, { fault: reset }]
    repeat: true   # optional: start again with the first step`,
    'A file of accounts is a list. Only identity and password are required:',
    `  - identity: ada@example.com
    password: correct horse
    totpSecret: JBSWY3DPEHPK3PXP`,
  ],
  json: [
    {
      url: 'http://127.0.0.1:4010',
      accounts: [
        { identity: 'demo@example.com', password: '…', disabled: false, totp_secret: null },
      ],
      otp: null,
    },
  ],
};

export interface MockCommandOptions
  extends Pick<MockOptions, 'seed' | 'otp' | 'basePath' | 'scenario' | 'cors'> {
  readonly port: number;
  readonly host: string;
  readonly accounts?: string;
  readonly scenarios?: string;
  readonly prism?: boolean;
  readonly json?: boolean;
}

async function mock({ print, stdout }: Terminal, options: MockCommandOptions): Promise<void> {
  const { accounts, scenarios, ...given } = options;
  const { otp } = given;
  const engine = create({
    ...given,
    // The mock checks what the files contain.
    ...(accounts !== undefined && { accounts: await readFileOf(accounts) }),
    ...(scenarios !== undefined && { scenarios: await readFileOf(scenarios) }),
  });
  const server = await listen(engine, options);
  const shown = accounts === undefined ? defaultAccounts : [];
  if (options.json)
    print(toJsonLine({ url: server.url, accounts: shown.map(describeAccount), otp }));
  else stdout.write(mockBanner(server.url, shown, otp));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await server.close();
      process.exit(0);
    });
  }
}

function create(options: MockOptions): Mock {
  try {
    return createMock(options);
  } catch (cause) {
    if (!(cause instanceof MockError)) throw cause;
    // Suggests a scenario: no other option of the mock is a name.
    const { scenario = '', scenarios = {} } = options;
    const meant = didYouMean(scenario, [
      ...Object.keys(builtInScenarios),
      ...Object.keys(scenarios),
    ]);
    throw new OperatorError('input_invalid', `${cause.message}${meant && `.${meant}`}`, { cause });
  }
}

async function readFileOf(file: string) {
  const [{ readFile }, { parse }] = await Promise.all([import('node:fs/promises'), import('yaml')]);
  try {
    // Every JSON text is YAML.
    return parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new OperatorError('input_invalid', `cannot read ${file} as YAML or JSON`, { cause });
  }
}

async function listen(engine: Mock, { host, port }: MockCommandOptions): Promise<MockServer> {
  try {
    return await startMockServer(engine, { host, port });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    const message = `cannot listen on ${host} port ${port} (${cause.code}); choose another with --host or --port`;
    throw new OperatorError('cannot_listen', message, { cause });
  }
}

/** A demo account, for `--json`. Nothing in it is secret. */
function describeAccount({ identity, password, disabled, totpSecret }: MockAccount) {
  return { identity, password, disabled, totpSecret };
}

/** The banner of `mock`: its URL, and the demo accounts, whose passwords are public. */
function mockBanner(
  url: string,
  accounts: readonly MockAccount[],
  otp: string | undefined,
): string {
  const lines = accounts.map(
    ({ identity, password, disabled, totpSecret }) =>
      `  ${identity.padEnd(27)}${password.padEnd(24)}${disabled ? 'disabled' : totpSecret ? `TOTP secret ${totpSecret}` : ''}`,
  );
  const table = [
    '',
    '  identity                   password',
    ...lines.map((line) => line.trimEnd()),
    '',
  ];
  return `
Mock of the Account Access and API Key Service: ${url}
${accounts.length === 0 ? '' : table.join('\n')}
${otp === undefined ? '' : `\nThe one-time code ${otp} always works.\n`}
curl -sS ${url}/v1/auth/login -H 'Content-Type: application/json' -H 'Prefer: code=401, example=otp_required' -d '{}'

Help: ${commandName} mock --help. Press Ctrl-C to stop.

`;
}
