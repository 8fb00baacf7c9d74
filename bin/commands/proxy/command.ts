import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { addListenOptions, jsonOption } from '../../options/common-options.ts';
import type { Terminal } from '../../terminal.ts';
import { whenNeeded } from '../../when-needed.ts';
import { connectionOptions, inputOptions, reportOption, verboseOption } from '../test/options.ts';
import type { ProxyOptions } from './action.ts';

/** `account-access proxy`: validates real traffic against the contract. */
export function proxyCommand(terminal: Terminal): Command {
  const command = withFacts(new Command('proxy'), facts)
    .description('forward real traffic to a server, and report where it differs from the contract')
    .argument('<base-url>', 'base URL of the server, with any path prefix');
  return whenNeeded(command, () => addOptions(command, terminal));
}

function addOptions(command: Command, terminal: Terminal): void {
  for (const option of [...inputOptions(), ...connectionOptions()]) command.addOption(option);
  addListenOptions(command, 4020)
    .option('--strict', 'also fail where the server differs from our decisions')
    .addOption(reportOption())
    .addOption(verboseOption())
    .addOption(jsonOption('write the report to standard output as JSON'))
    .action(async (baseUrl: string, options: ProxyOptions) => {
      const { proxy } = await import('./action.ts');
      await proxy(terminal, baseUrl, options);
    });
}

const facts: Facts = {
  examples: [
    'account-access proxy https://api.example.com',
    'account-access proxy http://127.0.0.1:8080 --report html=traffic.html',
    'account-access proxy https://other.example.com --document openapi.yaml',
  ],
  notes: [
    'The proxy reports when you stop it, with Ctrl-C or SIGTERM. It masks secrets in the report. --json writes the same JSON as --report json; report.schema.json in the package describes it.',
  ],
};
