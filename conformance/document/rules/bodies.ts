import type { Failure } from '../../outcome.ts';
import { skipCheck } from '../../outcome.ts';
import type { DocumentContext, Reading } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { isTree } from '../model/pointer.ts';
import { writeValues } from '../values/build-request.ts';
import { brokenBodies } from '../values/invalid-bodies.ts';
import { bodyMedia, isJson } from '../values/request-values.ts';
import type { ValidBody } from '../values/valid-bodies.ts';
import { validBodies } from '../values/valid-bodies.ts';
import { type DocumentCheck, isSuccess, make, proves, start, unproven } from './define-check.ts';

/** Bodies that the schema forbids, and bodies that it allows. */
export function bodyRules(reading: Reading, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  const schema = media?.schema;
  if (media === undefined || schema === undefined || !isJson(media.type)) return [];
  const decision = bodyDecision(reading, operation);
  const inherited = decision === undefined ? {} : { decision };

  const broken = make(reading, operation, 'broken-body', {
    rule: 'A body that breaks one keyword of its schema is refused.',
    source: 'document: requestBody',
    run: async (context) => {
      const baseline = await start(context, operation);
      const cases = brokenBodies(schema, baseline.candidate.values.body, reading.requests);
      const failures: Failure[] = [];
      const statuses: number[] = [];
      for (const { name, body, problem } of cases) {
        const values = { ...(await context.values(operation)), body, mediaType: media.type };
        const request = await context.authorised(operation, writeValues(operation, values));
        const exchange = await context.call(request);
        const status = reading.status(exchange);
        statuses.push(status);
        if (!isSuccess(status)) continue;
        const { keyword, instancePath, decision: slug = decision } = problem;
        const finding = { rule: 'broken-body', operation: operation.id, status, keyword, instancePath };
        failures.push(
          reading.failure(slug === undefined ? finding : { ...finding, decision: slug }, {
            expected: `a refusal, since ${instancePath || 'the body'} ${problem.message}`,
            got: `${status}`,
            key: name,
            exchanges: [exchange],
          }),
        );
      }
      if (cases.length === 0) skipCheck('the schema forbids nothing');
      if (failures.length === 0 && !proves(baseline, statuses, ({ exchange }) => reading.status(exchange)))
        skipCheck(unproven);
      return failures;
    },
  });

  const valid = make(reading, operation, 'valid-body', {
    rule: 'A body that its schema allows is not refused as invalid.',
    source: 'document: requestBody',
    takes: 6,
    run: async (context) => {
      const baseline = await start(context, operation);
      if (!baseline.accepted)
        skipCheck('no request of this operation was taken, so that there is nothing to vary');
      const cases = validBodies(schema, baseline.candidate.values.body, reading.requests);
      if (cases.length === 0) skipCheck('there is nothing to vary in the body');
      const failures: Failure[] = [];
      const freeText = new Set<string>();
      for (const one of cases) {
        const { exchange, status } = await send(context, operation, media.type, one);
        const refused = status === 400 || status === 422;
        if (!refused && isSuccess(status) && one.basis === 'text') freeText.add(one.member);
        if (!refused) continue;
        const slug = memberDecision(reading, schema, one.member) ?? decision;
        const finding = {
          rule: 'valid-body',
          operation: operation.id,
          status,
          instancePath: `/${one.member}`,
          variant: one.name,
        };
        failures.push(
          reading.failure(slug === undefined ? finding : { ...finding, ...inherited, decision: slug }, {
            expected: `${one.name} is taken, or refused for another reason than its form`,
            got: `${status}`,
            key: one.name,
            exchanges: [baseline.exchange, exchange],
            // A text may have to mean something. One that may be any text has shown so by another.
            ...(one.basis === 'text' && !freeText.has(one.member) && { strength: 'observed' as const }),
          }),
        );
      }
      return failures;
    },
  });
  return [broken, valid];
}

async function send(context: DocumentContext, operation: Operation, mediaType: string, { body }: ValidBody) {
  const { reading } = context;
  const fresh = await context.values(operation);
  const request = await context.authorised(operation, writeValues(operation, { ...fresh, body, mediaType }));
  const exchange = await context.call(request);
  return { exchange, status: reading.status(exchange) };
}

function bodyDecision({ document }: Reading, operation: Operation): string | undefined {
  const slug = operation.body && document.resolve(operation.body.pointer)?.value['x-decision'];
  return typeof slug === 'string' ? slug : undefined;
}

function memberDecision({ requests }: Reading, schema: string, member: string): string | undefined {
  const root = requests.schemaAt(schema);
  if (!isTree(root)) return undefined;
  const property = isTree(root.properties) ? requests.follow(root.properties[member]) : undefined;
  const slug = (isTree(property) ? property['x-decision'] : undefined) ?? root['x-decision'];
  return typeof slug === 'string' ? slug : undefined;
}
