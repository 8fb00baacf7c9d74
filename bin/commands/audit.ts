import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultConfig } from '../../server/config.ts';
import { databaseHelp, databaseOption } from './database-option.ts';
import { reportFailure } from './report-failure.ts';

/** `account-access audit …`: reads the audit of a database, beside the service that writes it. */
export function auditCommand(): Command {
  const audit = new Command('audit')
    .description('show and verify what was done: who, when, to which account')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', databaseHelp + examples);

  audit
    .command('tail')
    .description('show the last events, oldest first')
    .addOption(new Option('-n, --lines <count>', "how many, or 'all'").default(20).argParser(parseCount))
    .option('-f, --follow', 'go on with events as they come, until stopped')
    .option('--account <identity>', 'of one account: its identity, or its id, also when it is deleted')
    .option('--json', 'as JSON, an event a line')
    .addOption(databaseOption().default(defaultConfig.database))
    .action((options) =>
      reportFailure(async () => (await import('./audit-tail-action.ts')).tailAudit(options)),
    );

  audit
    .command('verify')
    .description('tell whether events were changed, removed or added: exit code 0 if not, 1 if so')
    .option(
      '--anchor <line|file>',
      'what an earlier verify printed: tells whether the log still goes on from it',
    )
    .option('--json', 'as JSON')
    .addOption(databaseOption().default(defaultConfig.database))
    .action((options) =>
      reportFailure(async () => (await import('./audit-verify-action.ts')).verifyAudit(options)),
    );

  return audit;
}

function parseCount(text: string): number | 'all' {
  if (text === 'all') return text;
  if (!/^\d{1,5}$/.test(text))
    throw new InvalidArgumentError("Give a whole number of at most five digits, or 'all'.");
  return Number(text);
}

const examples = `
'verify' prints an anchor. Keep it where whoever can write the database cannot: without one, nothing can tell that the
last events were removed together with the record of how many there were.

Examples:
  account-access audit tail --follow
  account-access audit tail -n all --account ana@example.com --json
  account-access audit verify > anchor.txt
  account-access audit verify --anchor anchor.txt
`;
