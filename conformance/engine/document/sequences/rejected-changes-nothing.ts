import type { CompletedExchange } from '../../check.ts';
import { instantOf } from '../../judge/order.ts';
import { type Failure, nothingToJudge } from '../../outcome.ts';
import { type DocumentCheck, type MakeFailure, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import { invalidBodies } from '../values/invalid-bodies.ts';
import { changesSince, snapshotOf } from './compare.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { etagOf, readFirst, type Sequence, startSequence } from './sequence.ts';
import { updatesOf, wholeBody } from './updates.ts';

const mostBodies = 6;
const mostUnlikely = 4;

/** Sends updates that change what is valid, and have one field that is not. */
export function rejectedChangesNothing(
  model: DocumentModel,
  resource: ReadableResource,
  update: Operation,
): DocumentCheck {
  return operationCheck(model, update, 'rejected-changes-nothing', {
    rule: `Changes nothing with an update that is rejected, so that ${resource.read.id} returns what it did before.`,
    source: 'RFC 9110 15.5',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const start = await open(context);
      if (start === undefined)
        return nothingToJudge('no field of the update is known to be one that a read shows');
      let rejected = 0;
      for (const one of invalid(start)) {
        const found = await judge(context, failure, start, one);
        // Another check reports what is invalid and accepted.
        if (found === 'accepted') break;
        if (found !== 'unchanged') return found;
        rejected += 1;
      }
      for (let at = 0; at < mostUnlikely; at += 1) {
        // The one before may have been accepted.
        const next = await open(context);
        const one = next && unlikely(next)[at];
        if (next === undefined || one === undefined) break;
        const found = await judge(context, failure, next, one);
        if (typeof found !== 'string') return found;
        if (found === 'unchanged') rejected += 1;
      }
      return rejected === 0 ? nothingToJudge('the server rejected no update') : undefined;
    },
  });

  /** A new resource, and what would change it. */
  async function open(context: DocumentContext) {
    const sequence = await startSequence(context, resource, [update]);
    const first = await readFirst(context, sequence);
    const second = await readFirst(context, sequence);
    const whole = wholeBody(model, update, { ...sequence, read: second });
    const changes = updatesOf(context, update, { ...sequence, read: second });
    if (whole === undefined || changes.length === 0) return undefined;
    const values = changes.map(({ field, value }): [string, unknown] => [field, value]);
    const changed: JsonObject = { ...whole.body, ...Object.fromEntries(values) };
    return { sequence, reads: [first, second] as const, whole, values, changed };
  }

  async function judge(
    context: DocumentContext,
    failure: MakeFailure,
    { sequence, reads, whole }: Opened,
    { name, body }: Changed,
  ): Promise<Failure | 'accepted' | 'unchanged'> {
    const [, second] = reads;
    const contents = { body, mediaType: whole.mediaType, ...etagOf(second) };
    const exchange = await sequence.send(update, contents);
    if (context.model.isSuccess(exchange)) return 'accepted';
    const after = await sequence.read();
    const [change] = changesSince(snapshotOf(...reads), after);
    if (change === undefined) return 'unchanged';
    return failure(
      `${change} as before a rejected update`,
      'another value',
      [second, exchange, after],
      { key: change, note: name },
    );
  }

  /** Bodies that the schema forbids, one for each field. One that changes nothing valid would show nothing. */
  function invalid({ whole, values, changed }: Opened): Changed[] {
    const broken = new Set<string>();
    const found = invalidBodies(whole.schema, changed, model.requests).filter(({ name, body }) => {
      const [place = ''] = name.split(' ');
      const isPartial = values.some(([field, value]) => fieldsOf(body)[field] === value);
      const isFirst = !broken.has(place);
      if (isPartial) broken.add(place);
      return isPartial && isFirst;
    });
    return found.slice(0, mostBodies);
  }
}

interface Opened {
  readonly sequence: Sequence;
  readonly reads: readonly [CompletedExchange, CompletedExchange];
  readonly whole: NonNullable<ReturnType<typeof wholeBody>>;
  /** The fields that a read would show, and their new values. */
  readonly values: readonly (readonly [string, unknown])[];
  readonly changed: JsonObject;
}

interface Changed {
  readonly name: string;
  readonly body: unknown;
}

/** Bodies that the schema allows, and a rule of the server may forbid: an end before its start, more than there is room for. */
function unlikely({ whole: { fields }, changed }: Opened): readonly Changed[] {
  const isTime = (value: unknown) => instantOf(value) !== undefined;
  const known = Object.values(changed).find(isTime);
  const values = Object.entries(fields).flatMap(([field, schema]): [string, unknown][] => {
    const { format, maximum, readOnly } = schema;
    const value = changed[field] ?? (format === 'date-time' ? known : undefined);
    if (readOnly !== true && typeof value === 'string' && isTime(value))
      return [[field, value.replace(/^\d{4}/, '2001')]];
    return typeof value === 'number' && typeof maximum === 'number' && value !== maximum
      ? [[field, maximum]]
      : [];
  });
  return values.map(([field, value]) => ({
    name: `/${field} unlikely`,
    body: { ...changed, [field]: value },
  }));
}
