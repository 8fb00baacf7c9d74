import type { Basis } from '../../basis.ts';
import type { CompletedExchange } from '../../check.ts';
import { type Failure, mismatch, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, isSuccess, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { bodyMedia } from '../values/request-values.ts';
import { sameValue } from './compare.ts';
import { deletedIsGone } from './deleted-is-gone.ts';
import { intruderChecks } from './intruder-checks.ts';
import type { Resource } from './resources/find-resources.ts';
import { etagOf, readFirst, type Sequence, startSequence } from './sequence.ts';
import { fieldSchemas, shownFields, updatesOf } from './updates.ts';

/** Checks of sequences: create, read, update, delete, read. */
export function sequenceChecks(model: DocumentModel): DocumentCheck[] {
  return model.resources.flatMap((resource) => {
    const { updates, remove } = resource;
    return [
      createdIsReadable(model, resource),
      ...updates.map((update) => updatedIsReadable(model, resource, update)),
      ...(remove === undefined ? [] : [deletedIsGone(model, resource, remove)]),
      ...intruderChecks(model, resource),
    ];
  });
}

/** Creates a resource and reads it. */
function createdIsReadable(model: DocumentModel, resource: Resource): DocumentCheck {
  const { create, read } = resource;
  return operationCheck(model, read, 'created-is-readable', {
    rule: `Returns what ${create.id} created, with the values that were sent.`,
    // 201 says that the resource exists now. Any other success may create it later.
    source: 'RFC 9110 15.3.2',
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context) => {
      const sequence = await startSequence(context, resource);
      const exchange = await sequence.read();
      const status = model.status(exchange);
      if (isSuccess(status)) return differentFields(context, resource, sequence, exchange);
      // A creator may lack the right to read.
      if (status !== 404 && status !== 410) skipCheck(`${read.id} returned ${status}`);
      return model.failure(
        { rule: 'created-is-readable', operation: read.id, status },
        mismatch(`what ${create.id} created`, `${status}`, [sequence.exchange, exchange], {
          key: 'missing',
          ...(model.status(sequence.exchange) !== 201 && { basis: 'decided' as const }),
        }),
      );
    },
  });
}

function differentFields(
  { model }: DocumentContext,
  { create, read }: Resource,
  { body, exchange: creation }: Sequence,
  exchange: CompletedExchange,
): Failure[] {
  const sent = comparableFields(model, create, body);
  const names = Object.keys(sent);
  const shown = shownFields(exchange, names);
  const echoed = shownFields(creation, names);
  const compared = names.filter((name) => sameValue(sent[name], shown[name]) !== undefined);
  const different = compared.filter((name) => sameValue(sent[name], shown[name]) === false);
  const isAnotherResource = different.length > 1 && different.length === compared.length;
  return different.map((name) => {
    const wasEchoed = sameValue(sent[name], echoed[name]);
    // A server may change a value when it stores it, which the response to `create` also shows.
    const isContradiction = wasEchoed === true || (wasEchoed === undefined && isAnotherResource);
    const basis: Basis = isContradiction ? 'standard' : 'decided';
    return model.failure(
      { rule: 'created-is-readable', operation: read.id, instancePath: `/${name}` },
      mismatch(`"${name}" as it was sent`, 'another value', [creation, exchange], { key: name, basis }),
    );
  });
}

/** The fields of a body that a read may show: none that only a request or only a response has, and no password. */
function comparableFields(
  { requests }: DocumentModel,
  operation: Operation,
  body: unknown,
): Readonly<Record<string, unknown>> {
  const schema = bodyMedia(operation)?.schema;
  const fields = schema === undefined ? {} : fieldSchemas(requests.schemaAt(schema), requests);
  const entries = Object.entries(isJsonObject(body) ? body : {}).filter(([name]) => {
    const { readOnly, writeOnly, format } = fields[name] ?? {};
    return readOnly !== true && writeOnly !== true && format !== 'password';
  });
  return Object.fromEntries(entries);
}

const mostUpdates = 4;

/** Updates one field at a time and reads it. */
function updatedIsReadable(model: DocumentModel, resource: Resource, update: Operation): DocumentCheck {
  return operationCheck(model, update, 'updated-is-readable', {
    rule: `Stores an update, so that ${resource.read.id} returns the new value.`,
    source: update.method === 'PUT' ? 'RFC 9110 9.3.4' : 'RFC 5789 2',
    basis: 'standard',
    acceptedRequests: mostUpdates,
    exclusive: true,
    run: async (context) => {
      const sequence = await startSequence(context, resource, [update]);
      let read = await readFirst(context, sequence);
      const updates = updatesOf(context, update, { ...sequence, read }).slice(0, mostUpdates);
      if (updates.length === 0) nothingToJudge('no field of the update is known to be one that a read shows');
      const statuses: number[] = [];
      const stored: string[] = [];
      const lost: { readonly field: string; readonly failure: Failure }[] = [];
      for (const { field, before, contents } of updates) {
        const exchange = await sequence.send(update, { ...contents, ...etagOf(read) });
        const status = model.status(exchange);
        statuses.push(status);
        if (!isSuccess(status) || status === 202) continue;
        const shows = (one: typeof read) => shownFields(one, [field])[field];
        const isOld = (one: typeof read) => shows(one) === before || shows(one) === undefined;
        read = await sequence.read((one) => isSuccess(model.status(one)) && !isOld(one));
        const isLost = isSuccess(model.status(read)) && isOld(read);
        if (!isLost) stored.push(field);
        else
          lost.push({
            field,
            failure: model.failure(
              { rule: 'updated-is-readable', operation: update.id, status, instancePath: `/${field}` },
              mismatch(
                `the new value of "${field}"`,
                shows(read) === undefined ? 'no such field' : 'the value before the update',
                [sequence.exchange, exchange, read],
                { key: field },
              ),
            ),
          });
      }
      if (stored.length + lost.length === 0)
        skipCheck(`the server accepted no update of ${update.id} (${statuses.join(', ')})`);
      // A server may ignore a field that cannot change. It may not ignore the whole update.
      return lost.map(({ failure }) =>
        stored.length > 0 ? { ...failure, basis: 'decided' as const } : failure,
      );
    },
  });
}
