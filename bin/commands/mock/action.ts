import { defaultAccounts, type MockAccount } from '../../../mock/accounts.ts';
import { createMock, type Mock, type MockOptions } from '../../../mock/create-mock.ts';
import { MockError } from '../../../mock/mock-error.ts';
import { builtInScenarios } from '../../../mock/scenarios/scenario.ts';
import { type MockServer, startMockServer } from '../../../mock/server.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { commandName } from '../../command-name.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { toJsonLine } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';

export interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly otp?: string;
  readonly accounts?: string;
  readonly basePath?: string;
  readonly scenario?: string;
  readonly scenarios?: string;
  readonly cors: boolean;
  readonly prism?: boolean;
  readonly json?: boolean;
}

/** Runs until a signal stops it. */
export async function mock({ print, stdout }: Terminal, options: MockCommandOptions): Promise<void> {
  const { seed, cors, otp, accounts, basePath, scenario, scenarios } = options;
  const engine = create({
    seed,
    cors,
    ...(otp !== undefined && { otp }),
    ...(basePath !== undefined && { basePath }),
    ...(scenario !== undefined && { scenario }),
    // The mock checks what the files contain.
    ...(accounts !== undefined && { accounts: await readFileOf(accounts) }),
    ...(scenarios !== undefined && { scenarios: await readFileOf(scenarios) }),
  });
  const server = await listen(engine, options);
  const shown = accounts === undefined ? defaultAccounts : [];
  if (options.json) print(toJsonLine({ url: server.url, accounts: shown.map(factsOf), otp }));
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
    throw asUsage(cause, suggestion(options));
  }
}

// Suggests a scenario: no other option of the mock is a name.
function suggestion({ scenario = '', scenarios = {} }: MockOptions): string {
  const meant = didYouMean(scenario, [...Object.keys(builtInScenarios), ...Object.keys(scenarios)]);
  return meant && `.${meant}`;
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

function asUsage(cause: unknown, hint = ''): unknown {
  if (!(cause instanceof MockError)) return cause;
  return new OperatorError('input_invalid', `${cause.message}${hint}`, { cause });
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
function factsOf({ identity, password, disabled, totpSecret }: MockAccount) {
  return { identity, password, disabled, totpSecret };
}

/** The banner of `mock`: its URL, and the demo accounts, whose passwords are public. */
function mockBanner(url: string, accounts: readonly MockAccount[], otp: string | undefined): string {
  const lines = accounts.map(
    ({ identity, password, disabled, totpSecret }) =>
      `  ${identity.padEnd(27)}${password.padEnd(24)}${disabled ? 'disabled' : totpSecret ? `TOTP secret ${totpSecret}` : ''}`,
  );
  const table = ['', '  identity                   password', ...lines.map((line) => line.trimEnd()), ''];
  return `
Mock of the Account Access and API Key Service: ${url}
${accounts.length === 0 ? '' : table.join('\n')}
${otp === undefined ? '' : `\nThe one-time code ${otp} always works.\n`}
curl -sS ${url}/v1/auth/login -H 'Content-Type: application/json' -H 'Prefer: code=401, example=otp_required' -d '{}'

Help: ${commandName} mock --help. Press Ctrl-C to stop.

`;
}
