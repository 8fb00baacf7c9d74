import { Option } from 'commander';
import { builtInScenarios } from '../../../mock/scenarios/scenario.ts';
import { withSuggestions } from '../../completion/suggestions.ts';
import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { addListenOptions, jsonOption, wholeNumber } from '../../options/common-options.ts';
import { type MockCommandOptions, mock } from './action.ts';
import { prism } from './prism.ts';

/** `account-access mock`: runs the service in memory, to build clients against. */
export const define: Define = (command, terminal) => {
  withHelp(command, help);
  addListenOptions(command, 4010)
    .addOption(
      new Option('--seed <number>', 'generate the same ids, tokens and keys for the same seed')
        .default(1)
        .argParser(wholeNumber('A seed', 2 ** 32 - 1)),
    )
    .option('--otp <code>', 'a one-time code that always works, in addition to the real ones, such as 000000')
    .option('--accounts <file>', 'file with the accounts, JSON or YAML, in place of the demo accounts')
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
    .addOption(jsonOption('write a line of JSON to standard output when the mock listens'))
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
  POST  /__mock/scenario  {"name": "unavailable-once"}, or null
  POST  /__mock/clock     {"advance": 3600}, or {"now": "2030-01-01T00:00Z"}
  POST  /__mock/reset     restore the initial state
  GET   /__mock/journal   the requests so far; DELETE forgets them`,
    'A step may have latency (milliseconds), status, example, headers, body, and an injected fault (reset, truncated). After the last step, the mock sends true responses again.',
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
      accounts: [{ identity: 'demo@example.com', password: '…', disabled: false, totp_secret: null }],
      otp: null,
    },
  ],
};
