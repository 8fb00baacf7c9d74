import type { CompletedExchange } from '../../check.ts';
import { type Failure, skipCheck } from '../../outcome.ts';
import type { Strength } from '../../strength.ts';
import { type DocumentCheck, isSuccess, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { bodyMedia } from '../values/request-values.ts';
import { sameValue } from './compare.ts';
import type { Resource } from './resources/find-resources.ts';
import { type Sequence, startSequence } from './sequence.ts';
import { shownFields } from './updates.ts';
import { fieldSchemas } from './vary.ts';

/** Creates a resource and reads it. */
export function createdIsReadable(model: DocumentModel, resource: Resource): DocumentCheck {
  const { create, read } = resource;
  return operationCheck(model, read, 'created-is-readable', {
    rule: `Returns what ${create.id} created, with the values that were sent.`,
    // 201 says that the resource exists now. Any other success may create it later.
    source: 'RFC 9110 15.3.2',
    strength: 'standard',
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
        {
          expected: `what ${create.id} created`,
          got: `${status}`,
          key: 'missing',
          exchanges: [sequence.exchange, exchange],
          ...(model.status(sequence.exchange) !== 201 && { strength: 'decided' as const }),
        },
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
    const strength: Strength = isContradiction ? 'standard' : 'decided';
    return model.failure(
      { rule: 'created-is-readable', operation: read.id, instancePath: `/${name}` },
      {
        expected: `"${name}" as it was sent`,
        got: 'another value',
        key: name,
        exchanges: [creation, exchange],
        strength,
      },
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
