import { Command, InvalidArgumentError, Option } from 'commander';
import { type Facts, withFacts } from '../../help/facts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { databaseHelp, onDatabase } from '../../options/database-option.ts';
import { reportFailure } from '../../output/report-failure.ts';
import type { Terminal } from '../../terminal.ts';

/** `account-access audit …`: reads the audit of a database, beside the service that writes it. */
export function auditCommand(terminal: Terminal): Command {
  const audit = withFacts(new Command('audit'), facts)
    .usage('<command>')
    .description('show and verify what was done: who, when, to which account');
  const doing = (work: () => Promise<void>) => reportFailure(terminal, work);

  onDatabase(
    withFacts(audit.command('tail'), tailFacts)
      .description('show the last events, oldest first')
      .addOption(new Option('-n, --lines <count>', "how many, or 'all'").default(20).argParser(parseCount))
      .option('-f, --follow', 'go on with events as they come, until stopped')
      .option('--account <identity>', 'of one account: its identity, or its id, also when it is deleted')
      .addOption(jsonOption('write JSON to standard output, an event a line')),
    { encrypted: false },
  ).action((options) => doing(async () => (await import('./tail.ts')).tailAudit(terminal, options)));

  onDatabase(
    withFacts(audit.command('verify'), verifyFacts)
      .description('tell whether events were changed, removed or added: exit code 0 if not, 1 if so')
      .option(
        '--anchor <line|file>',
        'what an earlier verify printed: tells whether the log still goes on from it',
      )
      .addOption(jsonOption()),
    { encrypted: false },
  ).action((options) => doing(async () => (await import('./verify.ts')).verifyAudit(terminal, options)));

  return audit;
}

function parseCount(text: string): number | 'all' {
  if (text === 'all') return text;
  if (!/^\d{1,5}$/.test(text))
    throw new InvalidArgumentError("Give a whole number of at most five digits, or 'all'.");
  return Number(text);
}

const event = {
  at: '2026-01-31T09:30:00.000Z',
  event: 'api_key_created',
  account_id: 'usr_7pQrStUvWxYz0AbCdEfGhI',
  actor: 'user',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  key_id: 'key_9hT3vWx5Yz0aBcDeFgHiJk',
  chain: 3,
  sequence: 17,
};

const tailFacts: Facts = {
  examples: [
    'account-access audit tail --follow',
    'account-access audit tail -n all --account ana@example.com --json',
  ],
  notes: ['What else is known of an event, as key_id is here, are members between trace_id and chain.'],
  json: [event],
};

const verifyFacts: Facts = {
  examples: ['account-access audit verify > anchor.txt', 'account-access audit verify --anchor anchor.txt'],
  notes: [
    "'verify' prints an anchor. Keep it where whoever can write the database cannot: without one, nothing can tell that the last events were removed together with the record of how many there were.",
  ],
  json: [{ intact: true, events: 42, anchor: '…', anchors: ['extended'], chains: [{ chain: 0, events: 3 }] }],
};

const facts: Facts = {
  examples: [...tailFacts.examples, ...verifyFacts.examples],
  notes: [databaseHelp],
};
