import type { Request } from '../../http/request.ts';
import { type Failure, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media-type.ts';
import { decisionOf, type Operation } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { buildRequest } from '../values/build-request.ts';
import { invalidBodies } from '../values/invalid-bodies.ts';
import { bodyMedia } from '../values/request-values.ts';
import { validBodies } from '../values/valid-bodies.ts';
import { bodyDecision } from './no-body.ts';
import {
  type DocumentCheck,
  type ForbiddenRequest,
  isSuccess,
  mustReject,
  operationCheck,
  requireBaseline,
} from './operation-check.ts';

/** Sends bodies that the schema forbids, and bodies that it allows. */
export function bodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  const schema = media?.schema;
  if (media === undefined || schema === undefined || !isJson(media.type)) return [];
  const decision = bodyDecision(model, operation);
  const inherited = decision === undefined ? {} : { decision };

  const invalid = operationCheck(model, operation, 'invalid-body', {
    rule: 'Rejects a body that violates one keyword of its schema.',
    source: 'document: requestBody',
    run: async (context) => {
      const baseline = await requireBaseline(context, operation);
      const all = invalidBodies(schema, baseline.candidate.values.body, model.requests);
      const cases = spread(all, model.options.maxExamples);
      if (cases.length === 0) skipCheck('the schema allows every body');
      const requests = cases.map(({ name, body, problem }): ForbiddenRequest => {
        const { keyword, instancePath, message, decision: slug = decision } = problem;
        return {
          build: () => requestWithBody(context, operation, media.type, body),
          finding: { rule: 'invalid-body', keyword, instancePath, ...(slug && { decision: slug }) },
          expected: `a rejection: ${instancePath || 'the body'} ${message}`,
          key: name,
        };
      });
      return mustReject(context, operation, requests, baseline);
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
      const all = validBodies(schema, baseline.candidate.values.body, model.requests);
      const cases = spread(all, model.options.maxExamples);
      if (cases.length === 0) skipCheck('the body has no field to vary');
      const failures: Failure[] = [];
      const freeText = new Set<string>();
      for (const one of cases) {
        const exchange = await context.call(await requestWithBody(context, operation, media.type, one.body));
        const status = model.status(exchange);
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
  return [invalid, valid];
}

/** At most this many of the cases, evenly from all of them. */
function spread<Case>(cases: readonly Case[], most = cases.length): readonly Case[] {
  const step = Math.max(1, cases.length / most);
  return cases.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function requestWithBody(
  context: DocumentContext,
  operation: Operation,
  mediaType: string,
  body: unknown,
): Promise<Request> {
  const values = { ...(await context.values(operation)), body, mediaType };
  return context.authorised(operation, buildRequest(operation, values));
}

function fieldDecision({ requests }: DocumentModel, schema: string, field: string): string | undefined {
  const root = requests.schemaAt(schema);
  if (!isJsonObject(root)) return undefined;
  const property = isJsonObject(root.properties) ? requests.follow(root.properties[field]) : undefined;
  return (isJsonObject(property) ? decisionOf(property) : undefined) ?? decisionOf(root);
}
