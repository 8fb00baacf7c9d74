import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditLog, openAudit } from '../../../operator/audit/open-audit.ts';
import type { AuditRecord } from '../../../operator/audit/record.ts';
import { OperatorError } from '../../../server/operator-error.ts';
import { isId } from '../../../server/security/random.ts';
import type { Terminal } from '../../terminal.ts';

export interface TailOptions {
  readonly database: string;
  readonly lines: number | 'all';
  readonly follow?: boolean;
  readonly account?: string;
  readonly json?: boolean;
}

// The longest delay until a new event is shown, in milliseconds.
const pause = 500;

/** Ends when all is shown. With `follow`, ends on a signal, or when the reader closes the pipe. */
export async function tailAudit(
  { stdout }: Terminal,
  { database, lines, follow, account, json }: TailOptions,
): Promise<void> {
  const stop = new AbortController();
  const audit = await openAudit({ database });
  const write = async (event: AuditRecord) => {
    const text = json ? formatEventAsJson(event) : formatEvent(event);
    if (!stdout.write(`${text}\n`)) await once(stdout, 'drain', { signal: stop.signal });
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
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  const line = `${time}  ${event.padEnd(17)}  ${actor.padEnd(8)}  ${accountId ?? '-'}`;
  const more = Object.entries(detail).map(([name, value]) => `${labels[name] ?? name} ${value}`);
  if (traceId !== undefined) more.push(`trace ${traceId}`);
  return more.length === 0 ? line : `${line}\n    ${more.join('  ')}`;
}

const labels: Readonly<Record<string, string>> = {
  keyId: 'key',
  encryptionKey: 'key',
};

/** One line of JSON, with field names as in the API. */
function formatEventAsJson(record: AuditRecord): string {
  const { chain, sequence, at, event, actor, accountId, traceId, detail } = record;
  return JSON.stringify({
    at: new Date(at).toISOString(),
    event,
    account_id: accountId ?? null,
    actor,
    trace_id: traceId ?? null,
    ...Object.fromEntries(Object.entries(detail).map(([name, value]) => [wireNames[name] ?? name, value])),
    chain,
    sequence,
  });
}

const wireNames: Readonly<Record<string, string>> = {
  keyId: 'key_id',
  encryptionKey: 'encryption_key',
  // words-ignore: as above.
  sealingKey: 'encryption_key',
};
