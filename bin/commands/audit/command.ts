import { InvalidArgumentError, Option } from 'commander';
import { type Define, reporting } from '../../define.ts';
import { type HelpTexts, withHelp } from '../../help/help-texts.ts';
import { jsonOption } from '../../options/common-options.ts';
import { addDatabaseOptions, databaseHelp } from '../../options/database-option.ts';
import { tailAudit } from './tail.ts';
import { verifyAudit } from './verify.ts';

/** `account-access audit …`: reads the audit log of a database while the service runs. */
export const define: Define = (audit, terminal) => {
  withHelp(audit, help);

  addDatabaseOptions(
    withHelp(audit.command('tail'), tailHelp)
      .description('show the last events, oldest first')
      .addOption(
        new Option('-n, --lines <count>', "number of events to show, or 'all'")
          .default(20)
          .argParser(parseCount),
      )
      .option('-f, --follow', 'also show new events, until stopped')
      .option(
        '--account <identity>',
        'show the events of one account: its identity, or its id, also of a deleted account',
      )
      .addOption(jsonOption('write JSON to standard output, one event per line')),
    { encrypted: false },
  ).action(reporting(terminal, tailAudit));

  addDatabaseOptions(
    withHelp(audit.command('verify'), verifyHelp)
      .description('check that no event was changed, removed or added: exit code 0 if so, 1 if not')
      .option(
        '--anchor <line|file>',
        'output of an earlier verify: check that the log still continues from it',
      )
      .addOption(jsonOption()),
    { encrypted: false },
  ).action(reporting(terminal, verifyAudit));
};

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

const tailHelp: HelpTexts = {
  examples: [
    'account-access audit tail --follow',
    'account-access audit tail -n all --account ana@example.com --json',
  ],
  notes: ['An event may have more fields, such as key_id, between trace_id and chain.'],
  json: [event],
};

const verifyHelp: HelpTexts = {
  examples: ['account-access audit verify > anchor.txt', 'account-access audit verify --anchor anchor.txt'],
  notes: [
    "'verify' prints an anchor. Store it where nobody who can write to the database can change it. Without an anchor, verify cannot detect that the last events were removed together with the record of their number.",
  ],
  json: [{ intact: true, events: 42, anchor: '…', anchors: ['extended'], chains: [{ chain: 0, events: 3 }] }],
};

const help: HelpTexts = {
  examples: [...tailHelp.examples, ...verifyHelp.examples],
  notes: [databaseHelp],
};
