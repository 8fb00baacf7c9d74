import type { Failure } from '../../outcome.ts';
import { skipCheck } from '../../outcome.ts';
import type { DocumentContext, DocumentModel } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { buildRequest } from '../values/build-request.ts';
import { invalidBodies } from '../values/invalid-bodies.ts';
import { bodyMedia, isJson } from '../values/request-values.ts';
import type { ValidBody } from '../values/valid-bodies.ts';
import { validBodies } from '../values/valid-bodies.ts';
import {
  type DocumentCheck,
  isProven,
  isSuccess,
  operationCheck,
  requireBaseline,
  unproven,
} from './operation-check.ts';

/** Sends bodies that the schema forbids, and bodies that it allows. */
export function bodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  const schema = media?.schema;
  if (media === undefined || schema === undefined || !isJson(media.type)) return [];
  const decision = bodyDecision(model, operation);
  const inherited = decision === undefined ? {} : { decision };

  const broken = operationCheck(model, operation, 'invalid-body', {
    rule: 'Rejects a body that violates one keyword of its schema.',
    source: 'document: requestBody',
    run: async (context) => {
      const baseline = await requireBaseline(context, operation);
      const cases = invalidBodies(schema, baseline.candidate.values.body, model.requests);
      const failures: Failure[] = [];
      const statuses: number[] = [];
      for (const { name, body, problem } of cases) {
        const values = { ...(await context.values(operation)), body, mediaType: media.type };
        const request = await context.authorised(operation, buildRequest(operation, values));
        const exchange = await context.call(request);
        const status = model.status(exchange);
        statuses.push(status);
        if (!isSuccess(status)) continue;
        const { keyword, instancePath, decision: slug = decision } = problem;
        const finding = { rule: 'invalid-body', operation: operation.id, status, keyword, instancePath };
        failures.push(
          model.failure(slug === undefined ? finding : { ...finding, decision: slug }, {
            expected: `a rejection: ${instancePath || 'the body'} ${problem.message}`,
            got: `${status}`,
            key: name,
            exchanges: [exchange],
          }),
        );
      }
      if (cases.length === 0) skipCheck('the schema allows every body');
      if (failures.length === 0 && !isProven(baseline, statuses, ({ exchange }) => model.status(exchange)))
        skipCheck(unproven);
      return failures;
    },
  });

  const valid = operationCheck(model, operation, 'valid-body', {
    rule: 'Accepts every body that its schema allows.',
    source: 'document: requestBody',
    acceptedRequests: 6,
    run: async (context) => {
      const baseline = await requireBaseline(context, operation);
      if (!baseline.accepted)
        skipCheck('the server accepted no request of this operation, so there is no body to vary');
      const cases = validBodies(schema, baseline.candidate.values.body, model.requests);
      if (cases.length === 0) skipCheck('the body has no field to vary');
      const failures: Failure[] = [];
      const freeText = new Set<string>();
      for (const one of cases) {
        const { exchange, status } = await send(context, operation, media.type, one);
        const isRejected = status === 400 || status === 422;
        if (!isRejected && isSuccess(status) && one.basis === 'text') freeText.add(one.field);
        if (!isRejected) continue;
        const slug = fieldDecision(model, schema, one.field) ?? decision;
        const finding = {
          rule: 'valid-body',
          operation: operation.id,
          status,
          instancePath: `/${one.field}`,
          variant: one.name,
        };
        failures.push(
          model.failure(slug === undefined ? finding : { ...finding, ...inherited, decision: slug }, {
            expected: `${one.name} is accepted, or rejected for another reason than its format`,
            got: `${status}`,
            key: one.name,
            exchanges: [baseline.exchange, exchange],
            // A string may need a meaning. If another free text was accepted, it does not.
            ...(one.basis === 'text' && !freeText.has(one.field) && { strength: 'observed' as const }),
          }),
        );
      }
      return failures;
    },
  });
  return [broken, valid];
}

async function send(context: DocumentContext, operation: Operation, mediaType: string, { body }: ValidBody) {
  const { model } = context;
  const fresh = await context.values(operation);
  const request = await context.authorised(operation, buildRequest(operation, { ...fresh, body, mediaType }));
  const exchange = await context.call(request);
  return { exchange, status: model.status(exchange) };
}

function bodyDecision({ document }: DocumentModel, operation: Operation): string | undefined {
  const slug = operation.body && document.resolve(operation.body.pointer)?.value['x-decision'];
  return typeof slug === 'string' ? slug : undefined;
}

function fieldDecision({ requests }: DocumentModel, schema: string, field: string): string | undefined {
  const root = requests.schemaAt(schema);
  if (!isJsonObject(root)) return undefined;
  const property = isJsonObject(root.properties) ? requests.follow(root.properties[field]) : undefined;
  const slug = (isJsonObject(property) ? property['x-decision'] : undefined) ?? root['x-decision'];
  return typeof slug === 'string' ? slug : undefined;
}
