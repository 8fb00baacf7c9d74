import type { CompletedExchange } from '../../check.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import {
  type DocumentCheck,
  operationCheck,
  requireBaseline,
  withoutBaseline,
} from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { bodyMedia } from '../values/request-values.ts';
import { sameValue } from './compare.ts';
import { requestOn } from './request-on.ts';
import { creatorsOf, type ReadableResource } from './resources/find-resources.ts';
import { freshBody, shownFields } from './updates.ts';

const size = 3;

/** Creates several resources with one request, and reads each. */
export function bulkCreatesEach(model: DocumentModel, resource: ReadableResource): DocumentCheck[] {
  return creatorsOf(resource).flatMap((operation) => {
    const list = listOf(model, operation);
    return list === undefined ? [] : [bulkCheck(model, resource, operation, list)];
  });
}

/** Where the body of an operation has the list of what it creates. */
interface SentList {
  /** The pointer to the schema of an item. */
  readonly items: string;
  /** Undefined: the body is the list. */
  readonly field: string | undefined;
}

function listOf({ document }: DocumentModel, operation: Operation): SentList | undefined {
  const schema = bodyMedia(operation)?.schema;
  const whole = schema === undefined ? undefined : document.resolve(schema);
  if (whole === undefined) return undefined;
  if (isJsonObject(whole.value.items)) return { items: `${whole.pointer}/items`, field: undefined };
  const [field, ...others] = Object.keys(fieldsOf(whole.value.properties));
  const only = field && document.resolve(`${whole.pointer}/properties/${field}`);
  return field && only && others.length === 0 && isJsonObject(only.value.items)
    ? { items: `${only.pointer}/items`, field }
    : undefined;
}

function bulkCheck(
  model: DocumentModel,
  resource: ReadableResource,
  operation: Operation,
  { items, field }: SentList,
): DocumentCheck {
  const { read } = resource;
  return operationCheck(model, operation, 'bulk-creates-each', {
    rule: `Creates each item of a list, so that ${read.id} returns it.`,
    source: `document: ${operation.id}`,
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      const baseline = await requireBaseline(context, operation);
      if (!baseline.accepted) skipCheck(withoutBaseline(context, baseline));
      const { body } = await context.values(operation);
      const given = field === undefined ? body : fieldsOf(body)[field];
      const [first] = Array.isArray(given) ? given : [];
      if (!isJsonObject(first)) return nothingToJudge('the list of the request has no object');
      const sent = Array.from({ length: size }, () =>
        fieldsOf(freshBody(items, first, context.created.token(operation.id), model.requests)),
      );
      const names = Object.keys(first).filter(
        (name) =>
          typeof first[name] === 'string' && new Set(sent.map((one) => one[name])).size === size,
      );
      if (names.length === 0) nothingToJudge('no text of an item can be changed');
      const changed = field === undefined ? sent : { ...fieldsOf(body), [field]: sent };
      const exchange = await context.call(await context.request(operation, { body: changed }));
      const status = model.status(exchange);
      if (!model.isSuccess(exchange)) skipCheck(`${operation.id} returned ${status}`);
      if (status === 202 || status === 207) nothingToJudge(`${operation.id} returned ${status}`);
      const made = context.created.identitiesOf(resource, exchange);
      if (made.length === 0) nothingToJudge('the response does not say what was created');
      if (made.length !== size)
        return failure(`${size} resources`, `${made.length}`, [exchange], { key: 'number' });
      const shown: JsonObject[] = [];
      const reads: CompletedExchange[] = [];
      for (const identity of made) {
        const request = requestOn(model, read, identity);
        const one = await context.call(await context.authorised(read, request));
        reads.push(one);
        if (model.isSuccess(one)) shown.push(shownFields(one, Object.keys(first)));
      }
      const isShown = (item: JsonObject) =>
        shown.some((one) => names.every((name) => sameValue(item[name], one[name]) !== false));
      const known = names.filter((name) => shown.some((one) => one[name] !== undefined));
      if (shown.length === size && known.length === 0)
        nothingToJudge('a read shows none of the values that were sent');
      return sent
        .flatMap((item, at): Failure[] =>
          isShown(item)
            ? []
            : [
                failure(
                  `item ${at + 1} of ${size}, with its values`,
                  'none of the reads shows it',
                  [exchange, ...reads],
                  {
                    key: 'item',
                  },
                ),
              ],
        )
        .slice(0, 1);
    },
  });
}
