import type { AuditRecord } from '../../../operator/audit/audit-record.ts';

/** An event in 80 columns: what, to whom, by whom; on a line of its own what else is known. */
export function formatEvent({ at, event, actor, accountId, detail, traceId }: AuditRecord): string {
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19);
  const line = `${time}  ${event.padEnd(17)}  ${actor.padEnd(8)}  ${accountId ?? '-'}`;
  const more = Object.entries(detail).map(([name, value]) => `${labels[name] ?? name} ${value}`);
  if (traceId !== undefined) more.push(`trace ${traceId}`);
  return more.length === 0 ? line : `${line}\n    ${more.join('  ')}`;
}

const labels: Readonly<Record<string, string>> = { keyId: 'key', sealingKey: 'key' };

/** A line of JSON, with names as on the wire of the service. */
export function formatEventAsJson(record: AuditRecord): string {
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

const wireNames: Readonly<Record<string, string>> = { keyId: 'key_id', sealingKey: 'sealing_key' };
