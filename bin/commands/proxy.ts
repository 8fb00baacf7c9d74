import { Command, Option } from 'commander';
import { reportOption, type TestOptions } from './test.ts';
import { parsePort } from './whole-number.ts';

/** `account-access proxy`: real traffic, held against the contract as it passes. */
export function proxyCommand(): Command {
  return new Command('proxy')
    .description('pass real traffic through to a server, and report what breaks the contract')
    .argument('<base-url>', 'base address of the server, with any path prefix')
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 for any that is free')
        .default(4020)
        .argParser(parsePort),
    )
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(new Option('--ca <file>', 'certificates to trust, PEM'))
    .option('--insecure', 'accept any certificate')
    .option('--strict', 'what differs from our decisions fails too')
    .addOption(reportOption())
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', examples)
    .action(async (baseUrl: string, options: ProxyOptions) => {
      const { proxy } = await import('./proxy-action.ts');
      await proxy(baseUrl, options);
    });
}

export interface ProxyOptions extends Pick<TestOptions, 'ca' | 'insecure' | 'strict' | 'report'> {
  readonly port: number;
  readonly host: string;
}

const examples = `
It reports when it is stopped (Ctrl-C or SIGTERM), with the exit codes of \`account-access test\`. Secrets that pass are masked.

Examples:
  account-access proxy https://api.example.com
  account-access proxy http://127.0.0.1:8080 --port 9000 --report html=traffic.html
`;
