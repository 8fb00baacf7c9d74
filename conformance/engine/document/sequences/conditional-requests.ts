import type { CompletedExchange } from '../../check.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { changesSince, isAnotherOf, snapshotOf } from './compare.ts';
import type { Authorise } from './create-resource.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { etagOf, readFirst, type Sequence, startSequence } from './sequence.ts';
import { updatesOf } from './updates.ts';

/** Reads a resource before and after an update with its ETags, and changes it with an old one. */
export function conditionalRequests(
  model: DocumentModel,
  resource: ReadableResource,
): DocumentCheck[] {
  const { read, updates, remove } = resource;
  const [update] = updates;
  if (update === undefined) return [];
  const writes = [...updates, ...(remove ? [remove] : [])];
  return [
    etagFollows(model, resource, update),
    ...writes
      .filter(hasPrecondition)
      .map((write) => staleIsRejected(model, resource, update, write)),
  ];

  function etagFollows(
    model: DocumentModel,
    resource: ReadableResource,
    update: Operation,
  ): DocumentCheck {
    return operationCheck(model, read, 'etag-follows', {
      rule: `Returns another ETag after ${update.id} has changed the resource, and 304 only for the current one.`,
      source: 'RFC 9110 8.8.3',
      basis: 'standard',
      exclusive: true,
      run: async (context, failure) => {
        const { sequence, before, after, old } = await updated(context, resource, update);
        const current = after.response.header('etag');
        const isChanged = changesSince(snapshotOf(before, before), after).length > 0;
        if (!isChanged) nothingToJudge(`${update.id} changed nothing that ${read.id} shows`);
        if (current === old)
          return failure('another ETag after an update', 'the same ETag', [before, after], {
            key: 'same',
          });
        const found: Failure[] = [];
        const stale = await sequence.send(read, {}, withHeader(context, 'If-None-Match', old));
        if (stale.response.status === 304)
          found.push(
            failure('200 for the ETag before an update', '304', [after, stale], { key: 'stale' }),
          );
        if (current === undefined) return found;
        const same = await sequence.send(read, {}, withHeader(context, 'If-None-Match', current));
        const isDocumented = read.responses.some(({ status }) => status === '304');
        if (model.isSuccess(same))
          found.push(
            failure('304 for the current ETag', `${same.response.status}`, [after, same], {
              key: 'current',
              ...(!isDocumented && { basis: 'observed' as const }),
            }),
          );
        return found;
      },
    });
  }
}

/** Whether the document says that a write depends on the state that its client has seen. */
function hasPrecondition({ parameters, responses }: Operation): boolean {
  const isNamed = parameters.some(
    ({ in: place, name }) => place === 'header' && /^if-match$/i.test(name),
  );
  return isNamed || responses.some(({ status }) => status === '412');
}

function staleIsRejected(
  model: DocumentModel,
  resource: ReadableResource,
  update: Operation,
  write: Operation,
): DocumentCheck {
  return operationCheck(model, write, 'stale-is-rejected', {
    rule: 'Rejects an If-Match with an old ETag (412), and changes nothing.',
    source: 'RFC 9110 13.1.1',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const { sequence, after, old } = await updated(context, resource, update);
      if (after.response.header('etag') === old) nothingToJudge('the ETag stayed the same');
      const again = await readFirst(context, sequence);
      const [change] =
        write === resource.remove ? [] : updatesOf(context, write, { ...sequence, read: again });
      if (change === undefined && write !== resource.remove)
        return nothingToJudge('no field of the update is known to be one that a read shows');
      const exchange = await sequence.send(
        write,
        { ...change?.contents },
        withHeader(context, 'If-Match', old),
      );
      const last = await sequence.read();
      const got = `${model.status(exchange)}`;
      if (model.isSuccess(exchange))
        return failure('412 for an old ETag', got, [sequence.exchange, exchange], {
          key: 'accepted',
        });
      const changes = changesSince(snapshotOf(after, again), last);
      if (!model.isSuccess(last) || changes.length > 0)
        return failure('nothing changed', changes[0] ?? 'it is gone', [exchange, last], {
          key: 'changed',
        });
      const isRight = ['conflict', 'limited'].includes(model.meaning(exchange));
      return isRight
        ? undefined
        : failure('412 for an old ETag', got, [exchange], { key: 'status', basis: 'decided' });
    },
  });
}

/** Creates a resource and updates it. Skips the check when it has no ETag, or cannot be updated. */
async function updated(context: DocumentContext, resource: ReadableResource, update: Operation) {
  const { model } = context;
  const sequence = await startSequence(context, resource, [update]);
  const before = await readFirst(context, sequence);
  const old = before.response.header('etag') ?? nothingToJudge('the response has no ETag');
  const [change] = updatesOf(context, update, { ...sequence, read: before });
  if (change === undefined)
    return nothingToJudge('no field of the update is known to be one that a read shows');
  const exchange = await sequence.send(update, { ...change.contents, ...etagOf(before) });
  if (!model.isSuccess(exchange)) skipCheck(`${update.id} returned ${model.status(exchange)}`);
  const isSettled = (one: CompletedExchange) =>
    changesSince(snapshotOf(before, before), one).length > 0;
  const after = await sequence.read((one) => model.isSuccess(one) && isSettled(one));
  return { sequence, before, after, old };
}

function withHeader(context: DocumentContext, name: string, value: string): Authorise {
  return async (operation, request) => {
    const others = (request.headers ?? []).filter(
      ([given]) => given.toLowerCase() !== name.toLowerCase(),
    );
    return context.authorised(operation, { ...request, headers: [...others, [name, value]] });
  };
}

/** Follows the Location of what was created. */
export function locationLeads(model: DocumentModel, resource: ReadableResource): DocumentCheck[] {
  const { create } = resource;
  const check = operationCheck(model, create, 'location-leads', {
    rule: 'Sends a Location that leads to what was created.',
    source: 'RFC 9110 15.3.2',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const sequence: Sequence = await startSequence(context, resource);
      const read = await readFirst(context, sequence);
      const { exchange } = sequence;
      const location = exchange.response.header('location');
      if (exchange.response.status !== 201 || location === undefined)
        return nothingToJudge('the response has no Location');
      const base = new URL(exchange.request.target, context.target.baseUrl);
      const url = URL.canParse(location, base.href) ? new URL(location, base) : undefined;
      if (url === undefined)
        return failure('a Location that is a URL', location, [exchange], { key: 'malformed' });
      const { pathname: prefix } = new URL(`${context.target.baseUrl.replace(/\/$/, '')}/`);
      // What another server has is not for this test.
      if (url.origin !== base.origin || !url.pathname.startsWith(prefix))
        return nothingToJudge('the Location is outside of the tested address');
      const target = `/${url.pathname.slice(prefix.length)}${url.search}`;
      const request = { method: 'GET', target, settings: { operation: resource.read.id } };
      const followed = await context.call(await context.authorised(resource.read, request));
      const changes = changesSince(snapshotOf(read, read), followed);
      if (model.meaning(followed) === 'absent')
        return failure('what was created', `${model.status(followed)}`, [exchange, followed], {
          key: 'absent',
        });
      if (!model.isSuccess(followed)) return undefined;
      if (isAnotherOf(exchange, followed))
        return failure('what was created', 'what has another id', [exchange, followed], {
          key: 'another',
        });
      if (changes.length === 0) return undefined;
      return failure('what was created', `another ${changes[0]}`, [exchange, followed], {
        key: 'other',
        basis: 'observed',
      });
    },
  });
  return create.method === 'POST' ? [check] : [];
}
