import { Command } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption, listening } from '../../options/common-options.ts';
import type { Terminal } from '../../terminal.ts';
import { reportOption } from '../test/options.ts';
import type { ProxyOptions } from './action.ts';

/** `account-access proxy`: validates real traffic against the contract. */
export function proxyCommand(terminal: Terminal): Command {
  return listening(
    withFacts(new Command('proxy'), facts)
      .description('pass real traffic through to a server, and report where it differs from the contract')
      .argument('<base-url>', 'base address of the server, with any path prefix'),
    4020,
  )
    .option('--ca <file>', 'certificates to trust, PEM')
    .option('--insecure', 'accept any certificate')
    .option('--strict', 'what differs from our decisions fails too')
    .addOption(reportOption())
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
  ],
  notes: [
    'It reports when you stop it (Ctrl-C or SIGTERM). It masks secrets. The JSON is that of --report json, described by report.schema.json of the package.',
  ],
};
