import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { findAccount } from '../../server/accounts.ts';
import type { Event } from '../../server/store/store.ts';
import {
  addDatabaseOptions,
  type DatabaseOptions,
  type Opened,
  withDatabase,
} from '../database.ts';
import { toJsonLine } from '../format.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface Options extends DatabaseOptions {
  readonly account?: string;
  readonly json?: boolean;
}

const pageSize = 1000;
/** The longest delay until a new event is shown. */
const pauseMs = 500;

export const audit: AddCommand = (terminal) => {
  const group = new Command('audit').description(
    'show the audit log: who did what, when, to which account',
  );
  const add = (usage: string, description: string) =>
    addDatabaseOptions(group.command(usage).description(description))
      .option(
        '--account <identity>',
        'only the events of this account, or of this id of a deleted one',
      )
      .option('--json', 'print JSON, an event per line');

  add('list', 'show the events, oldest first').action((options: Options) =>
    withDatabase(options, async (opened) => {
      await showAfter(terminal, opened, options, undefined);
    }),
  );

  add('follow', 'show the events, then each new one until you stop the command').action(
    (options: Options) =>
      withDatabase(options, async (opened) => {
        const stop = new AbortController();
        for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
        terminal.stdout.once('error', () => stop.abort());
        let last: number | undefined;
        while (!stop.signal.aborted) {
          last = await showAfter(terminal, opened, options, last);
          await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
        }
      }),
  );

  return group;
};

/** Returns the id of the last event. */
async function showAfter(
  { print }: Terminal,
  opened: Opened,
  { account, json }: Options,
  after: number | undefined,
): Promise<number | undefined> {
  const accountId = account === undefined ? undefined : await idOf(opened, account);
  let last = after;
  for (;;) {
    const page = await opened.store.events.list({ after: last, accountId, limit: pageSize });
    for (const event of page) print(json ? toJsonLine(event) : format(event));
    last = page.at(-1)?.id ?? last;
    if (page.length < pageSize) return last;
  }
}

async function idOf(opened: Opened, account: string): Promise<string> {
  return account.includes('@') ? (await findAccount(opened, account)).id : account;
}

function format({ at, event, accountId, actor, traceId, detail = {} }: Event): string {
  const details = Object.entries(detail).map(([name, value]) => `${name}=${value}`);
  const trace = traceId === undefined ? [] : [`trace_id=${traceId}`];
  const fields = [new Date(at).toISOString(), event, accountId ?? '-', `by ${actor}`];
  return [...fields, ...details, ...trace].join('  ');
}
