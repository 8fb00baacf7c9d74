import type { Define } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { addListenOptions, jsonOption } from '../../options/common-options.ts';
import { connectionOptions, inputOptions, reportOption, verboseOption } from '../test/options.ts';
import { type ProxyOptions, proxy } from './action.ts';

/** `account-access proxy`: validates real traffic against the contract. */
export const define: Define = (command, terminal) => {
  withHelp(command, help).argument('<base-url>', 'base URL of the server, with any path prefix');
  for (const option of [...inputOptions(), ...connectionOptions()]) command.addOption(option);
  addListenOptions(command, 4020)
    .option('--strict', 'also fail where the server differs from our decisions')
    .addOption(reportOption())
    .addOption(verboseOption())
    .addOption(jsonOption('write the report to standard output as JSON'))
    .action((baseUrl: string, options: ProxyOptions) => proxy(terminal, baseUrl, options));
};

const help: HelpTexts = {
  examples: [
    'account-access proxy https://api.example.com',
    'account-access proxy http://127.0.0.1:8080 --report html=traffic.html',
    'account-access proxy https://other.example.com --document openapi.yaml',
  ],
  notes: [
    'The proxy reports when you stop it, with Ctrl-C or SIGTERM. It masks secrets in the report. --json writes the same JSON as --report json; report.schema.json in the package describes it.',
  ],
};
