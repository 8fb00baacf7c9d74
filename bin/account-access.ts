#!/usr/bin/env node
import { Command } from 'commander';
import { accountsCommand } from './commands/accounts.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { calibrateCommand } from './commands/calibrate.ts';
import { keysCommand } from './commands/keys.ts';
import { mockCommand } from './commands/mock.ts';
import { proxyCommand } from './commands/proxy.ts';
import { secretsCommand } from './commands/secrets.ts';
import { serveCommand } from './commands/serve.ts';
import { sweepCommand } from './commands/sweep.ts';
import { testCommand } from './commands/test.ts';
import { packageVersion } from './package-version.ts';

const program = new Command('account-access')
  .description('Account access and API key service: one contract and everything derived from it')
  .version(packageVersion(), '-V, --version', 'print the version')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('(add --help for what there is)')
  .addCommand(serveCommand())
  .addCommand(accountsCommand())
  .addCommand(keysCommand())
  .addCommand(secretsCommand())
  .addCommand(calibrateCommand())
  .addCommand(auditCommand())
  .addCommand(sweepCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(mockCommand())
  .addCommand(testCommand())
  .addCommand(proxyCommand())
  .addHelpText(
    'after',
    `
Examples:
  account-access serve --demo            a service to try out, with accounts to log in with
  account-access accounts add me@example.com --mfa
  account-access serve --port 8080       the service, for the accounts that were added
  account-access mock                    a service in memory, to build clients against
  account-access test <base-url>         hold any implementation against the contract
`,
  );

await program.parseAsync();
