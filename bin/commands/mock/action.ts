import { createMock, type Mock, type MockOptions } from '../../../mock/create-mock.ts';
import { MockError } from '../../../mock/mock-error.ts';
import { builtInScenarios, readScenarios, type Scenario } from '../../../mock/scenarios.ts';
import { type MockServer, startMockServer } from '../../../mock/server.ts';
import { type DemoAccount, demoAccounts } from '../../../server/config/demo-accounts.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { commandName } from '../../command-name.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { toJsonLine } from '../../output/to-json.ts';
import type { Terminal } from '../../terminal.ts';
import { demoAccountFacts } from '../serve/demo-banner.ts';

export interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly otp?: string;
  readonly scenario?: string;
  readonly scenarios?: string;
  readonly cors: boolean;
  readonly prism?: boolean;
  readonly json?: boolean;
}

/** Runs until a signal stops it. */
export async function mock({ print, stdout }: Terminal, options: MockCommandOptions): Promise<void> {
  const { seed, cors, otp, scenario, scenarios } = options;
  const engine = create({
    seed,
    cors,
    ...(otp !== undefined && { otp }),
    ...(scenario !== undefined && { scenario }),
    ...(scenarios !== undefined && { scenarios: await readFileOf(scenarios) }),
  });
  const server = await listen(engine, options);
  if (options.json) print(toJsonLine({ url: server.url, accounts: demoAccountFacts(), otp }));
  else stdout.write(mockBanner(server.url, otp));
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

async function readFileOf(file: string): Promise<Record<string, Scenario>> {
  const [{ readFile }, { parse }] = await Promise.all([import('node:fs/promises'), import('yaml')]);
  try {
    // Every JSON text is YAML.
    return readScenarios(parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof MockError) throw asUsage(cause);
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

/** The banner of `mock`: its URL, and the accounts that can log in. Nothing in it is secret. */
function mockBanner(url: string, otp: string | undefined): string {
  const accounts = Object.values<DemoAccount>(demoAccounts).map(
    ({ identity, password, disabled, mfa }) =>
      `  ${identity.padEnd(27)}${password.padEnd(24)}${disabled ? 'disabled' : mfa ? `TOTP secret ${mfa.totpSecret}` : ''}`,
  );
  return `
Mock of the Account Access and API Key Service: ${url}

  identity                   password
${accounts.map((line) => line.trimEnd()).join('\n')}
${otp === undefined ? '' : `\nThe one-time code ${otp} always works.\n`}
curl -sS ${url}/v1/auth/login -H 'Content-Type: application/json' -H 'Prefer: code=401, example=otp_required' -d '{}'

Help: ${commandName} mock --help. Press Ctrl-C to stop.

`;
}
