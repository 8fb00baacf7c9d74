import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError, Option } from 'commander';
import { type HelpTexts, withHelp } from '../../../conformance/engine/terminal/help-texts.ts';
import type { Define } from '../../../conformance/engine/terminal/program.ts';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { type AuditLog, openAudit } from '../../../operator/audit/open-audit.ts';
import type { AuditRecord } from '../../../operator/audit/rows.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { isId } from '../../../server/security/random.ts';
import { escapeControls } from '../../define.ts';
import {
  commandsOnDatabase,
  type DatabaseOptions,
  databaseHelp,
} from '../../options/database-option.ts';
import { toJsonLine } from '../../output/format-table.ts';
import { verifyAudit } from './verify.ts';

export const define: Define = (audit, terminal) => {
  withHelp(audit, help);
  const command = commandsOnDatabase(audit, terminal);
  command('tail', 'show the last events, oldest first', tailAudit, {
    ...tailHelp,
    options: [
      new Option('-n, --lines <count>', "number of events to show, or 'all'")
        .default(20)
        .argParser(parseCount),
      new Option('-f, --follow', 'also show new events, until stopped'),
      new Option(
        '--account <identity>',
        'show the events of one account: its identity, or the id, also of a deleted one',
      ),
    ],
    jsonText: 'write JSON to standard output, one event per line',
    encrypted: false,
  });
  command(
    'verify',
    'check that no event was changed, removed or added: exit code 0 if so, 1 if not',
    verifyAudit,
    {
      ...verifyHelp,
      options: [
        new Option(
          '--anchor <line|file>',
          'output of an earlier verify: check that the log still continues from it',
        ),
      ],
      encrypted: false,
    },
  );
};

function parseCount(text: string): number | 'all' {
  if (text === 'all') return text;
  if (!/^\d{1,5}$/.test(text))
    throw new InvalidArgumentError("Give a whole number of at most five digits, or 'all'.");
  return Number(text);
}

const exampleEvent = {
  at: '2026-01-31T09:30:00.000Z',
  event: 'api_key_created',
  account_id: 'usr_7pQrStUvWxYz0AbCdEfGhI',
  actor: 'service',
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
  notes: ['Events may have more fields, such as key_id, between trace_id and chain.'],
  json: [exampleEvent],
};

const verifyHelp: HelpTexts = {
  examples: [
    'account-access audit verify > anchor.txt',
    'account-access audit verify --anchor anchor.txt',
  ],
  notes: [
    "'verify' prints an anchor. Store it where nobody who can write to the database can change it. Only with it does verify detect that the last events and the record of their number were removed.",
  ],
  json: [
    {
      intact: true,
      events: 42,
      chains: [{ chain: 0, events: 3 }],
      anchor: '…',
      anchors: ['extended'],
    },
  ],
};

const help: HelpTexts = {
  examples: [...tailHelp.examples, ...verifyHelp.examples],
  notes: [databaseHelp],
};

interface TailOptions extends DatabaseOptions {
  readonly lines: number | 'all';
  readonly follow?: boolean;
  readonly account?: string;
}

// The longest delay until a new event is shown, in milliseconds.
const pause = 500;

/** Ends when all is shown. With `follow`, ends on a signal, or when the reader closes the pipe. */
async function tailAudit(
  { stdout }: Terminal,
  { database, lines, follow, account, json }: TailOptions,
): Promise<void> {
  const stop = new AbortController();
  const audit = await openAudit({ database });
  const write = async (event: AuditRecord) => {
    const text = json ? formatEventAsJson(event) : formatEvent(event);
    if (!stdout.write(`${escapeControls(text)}\n`))
      await once(stdout, 'drain', { signal: stop.signal });
  };
  try {
    const accountId = account === undefined ? undefined : await findAccount(audit, account);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    // Such as `head`, which closes the pipe.
    stdout.on('error', () => stop.abort());

    let { events, position } = await audit.newest(lines, accountId);
    for await (const event of events) {
      if (stop.signal.aborted) return;
      await write(event);
    }
    while (follow) {
      for await (const batch of audit.since(position, accountId)) {
        for (const event of batch.events) await write(event);
        position = batch.position;
      }
      await sleep(pause, undefined, { signal: stop.signal });
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await audit.close();
  }
}

async function findAccount(audit: AuditLog, account: string): Promise<string> {
  if (isId('user', account)) return account;
  const id = await audit.findAccount(account);
  if (id !== undefined) return id;
  throw new OperatorError(
    'account_unknown',
    'there is no account with this identity; for a deleted account, give its id',
  );
}

/** Formats an event in 80 columns. Details are on a line of their own. */
function formatEvent({ at, event, actor, accountId, detail, traceId }: AuditRecord): string {
  const time = timeOf(at).replace('T', ' ').slice(0, 19);
  const line = `${time}  ${event.padEnd(17)}  ${actor.padEnd(8)}  ${accountId ?? '-'}`;
  const more = Object.entries(detail).map(([name, value]) => `${labels[name] ?? name} ${value}`);
  if (traceId !== undefined) more.push(`trace ${traceId}`);
  return more.length === 0 ? line : `${line}\n    ${more.join('  ')}`;
}

function timeOf(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : 'an invalid time';
}

const labels: Readonly<Record<string, string>> = { keyId: 'key', encryptionKey: 'key' };

function formatEventAsJson({
  at,
  event,
  accountId,
  actor,
  traceId,
  detail,
  ...place
}: AuditRecord): string {
  return toJsonLine({
    at: timeOf(at),
    event,
    accountId,
    actor,
    traceId,
    ...detail,
    ...place,
  });
}
