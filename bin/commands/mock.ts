import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { defaultAccounts, type MockAccount } from '../../mock/accounts.ts';
import type { MockOptions } from '../../mock/create-mock.ts';
import { MockError } from '../../mock/mock-error.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { commandName } from '../command-name.ts';
import { wholeNumber } from '../database.ts';
import { toJsonLine } from '../format.ts';
import { describeListenFailure } from '../listen-failure.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface Options extends Pick<MockOptions, 'seed' | 'otp' | 'basePath' | 'scenario' | 'cors'> {
  readonly port: number;
  readonly host: string;
  readonly accounts?: string;
  readonly scenarios?: string;
  readonly json?: boolean;
}

const notes = `
The request header Prefer selects any documented response, or a scenario:
  Prefer: code=401, example=otp_required
  Prefer: scenario=token-expired
  Prefer: latency=500                    (milliseconds)
Tests control the mock on paths outside /v1:
  POST  /__mock/next      {"operation": "login", "steps": [{"status": 503}]}
  POST  /__mock/repeat    {"operation": "*", "steps": [{"latency": 300}]}
  POST  /__mock/scenario  {"name": "unavailable-once"}, or {"name": null}
  POST  /__mock/clock     {"advance": 3600000}, or {"now": "2030-01-01T00:00Z"}
  POST  /__mock/reset     restore the initial state
  GET   /__mock/journal   the requests so far; DELETE forgets them
A step may have latency (milliseconds), status, example, headers, body and
fault (reset, truncated). After the last step, the mock responds normally.
A file of scenarios has steps per operation, with * for each operation:
  flaky:
    login: [{ status: 503 }, { status: 502, body: Bad gateway }]
    '*': [{ latency: 800 }, { fault: reset }]
    repeat: true   # optional: start again with the first step
A file of accounts is a list. Only identity and password are required:
  - identity: ada@example.com
    password: correct horse
    totpSecret: JBSWY3DPEHPK3PXP`;

export const mock: AddCommand = (terminal) =>
  new Command('mock')
    .description('run a mock of the service, to build clients against')
    .option(
      '--port <number>',
      'port to listen on; 0 for any free port',
      wholeNumber(0, 65_535),
      4010,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--seed <number>',
      'generate the same ids, tokens and keys for the same seed',
      wholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .option('--otp <code>', 'one-time code that always works, in addition to the real ones')
    .option('--accounts <file>', 'file with accounts, JSON or YAML, instead of the demo accounts')
    .option('--base-path <path>', 'path before /v1, such as /access behind a gateway')
    .option('--scenario <name>', 'play this scenario at the start and after a reset')
    .option('--scenarios <file>', 'file with your own scenarios, JSON or YAML')
    .option('--no-cors', 'send no CORS headers: pages of other origins cannot read responses')
    .option('--json', 'print a line of JSON when the mock listens')
    .addHelpText('after', notes)
    .action((options: Options) => run(terminal, options));

async function run({ print, stdout }: Terminal, options: Options): Promise<void> {
  const { accounts, scenarios, host, port, ...given } = options;
  const { startMockServer } = await import('../../mock/server.ts');
  const server = await startMockServer(
    await create({
      ...given,
      // The mock checks what the files contain.
      ...(accounts !== undefined && { accounts: await readYaml(accounts) }),
      ...(scenarios !== undefined && { scenarios: await readYaml(scenarios) }),
    }),
    { host, port },
  ).catch((cause: unknown) => {
    const failure = describeListenFailure(cause, { host, port });
    throw failure === undefined ? cause : new OperatorError(failure, { cause });
  });

  const shown = accounts === undefined ? defaultAccounts : [];
  if (options.json) {
    print(toJsonLine({ url: server.url, accounts: shown.map(describe), otp: options.otp }));
  } else {
    stdout.write(banner(server.url, shown, options.otp));
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

async function create(options: MockOptions) {
  // Loaded here, so that other commands start faster.
  const { createMock } = await import('../../mock/create-mock.ts');
  try {
    return createMock(options);
  } catch (cause) {
    if (!(cause instanceof MockError)) throw cause;
    throw new OperatorError(cause.message, { cause });
  }
}

async function readYaml(file: string) {
  const { parse } = await import('yaml');
  try {
    // Every JSON text is YAML.
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new OperatorError(`cannot read ${file} as YAML or JSON`, { cause });
  }
}

/** A demo account, for `--json`. Nothing in it is secret. */
function describe({ identity, password, disabled, totpSecret }: MockAccount) {
  return { identity, password, disabled, totpSecret };
}

/** The URL of the mock, and the demo accounts, whose passwords are public. */
function banner(url: string, accounts: readonly MockAccount[], otp: string | undefined): string {
  const list = accounts.flatMap(linesOf).map((line) => `  ${line}\n`);
  return `
Mock of the Account Access and API Key Service: ${url}
${list.length === 0 ? '' : `\n${list.join('')}`}${otp === undefined ? '' : `\nThe one-time code ${otp} always works.\n`}
curl -sS ${url}/v1/auth/login -X POST \\
  -H 'Prefer: code=401, example=otp_required'

Help: ${commandName} mock --help. Press Ctrl-C to stop.

`;
}

/** What logs an account in, in lines that fit into 80 columns. */
function linesOf({ identity, password, disabled, totpSecret }: MockAccount): string[] {
  const isLong = password.length > 50;
  return [
    `${identity.padEnd(27)}${isLong ? '' : password}${disabled ? ' (disabled)' : ''}`.trimEnd(),
    ...(isLong ? [`  ${password}`] : []),
    ...(totpSecret === undefined ? [] : [`  TOTP secret ${totpSecret}`]),
  ];
}
