import { isDeepStrictEqual } from 'node:util';
import { blamesAnother, blamesAny, blamesState } from '../../judge/proof.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import type { Secrets } from '../../secrets.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import { decisionOf, type Operation } from '../model/operation.ts';
import { fieldsOf } from '../model/pointer.ts';
import { leavesIn } from '../sequences/compare.ts';
import { withOwnId } from '../sequences/request-on.ts';
import {
  type InvalidBody,
  invalidBodies,
  mostTelling,
  swapCase,
} from '../values/invalid-bodies.ts';
import { bodyMedia, type RequestValues } from '../values/request-values.ts';
import { leftOut, reversed, sparseBodies, validBodies } from '../values/valid-bodies.ts';
import {
  type DocumentCheck,
  mustReject,
  operationCheck,
  requireBaseline,
} from './operation-check.ts';

/** A body of a hundred fields has ten times as many invalid forms. The rest is for the rounds of `thorough`. */
const mostInvalid = 120;

export function bodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const { schema, type: mediaType = '' } = bodyMedia(operation) ?? {};
  if (schema === undefined || !isJson(mediaType)) return [];
  const decision = operation.body?.decision;
  const hasOwnId =
    (values: RequestValues) =>
    ({ body }: { readonly body: unknown }) =>
      isDeepStrictEqual(withOwnId(model, operation, { ...values, body }).body, body);

  const invalid = operationCheck(model, operation, 'invalid-body', {
    rule: 'Rejects a body that violates one keyword of its schema.',
    source: 'document: requestBody',
    isVaried: true,
    run: async (context, failure, round) => {
      const baseline = await requireBaseline(context, operation);
      const { values } = baseline.candidate;
      const all = invalidBodies(schema, values.body, model.requests).filter(hasOwnId(values));
      const most = model.options.maxExamples ?? mostInvalid;
      const cases = mostTelling(all).slice(round * most, (round + 1) * most);
      if (cases.length === 0) nothingToJudge('the schema allows every body');
      rememberAltered(context.secrets, values.body, cases);
      const requests = cases.map(({ name, body, problem }) => ({
        build: (isRepeated: boolean) => context.request(operation, { body, mediaType }, isRepeated),
        change: { in: 'body' as const, name: fieldIn(name) },
        expected: `a rejection: ${problem.instancePath || 'the body'} ${problem.message}`,
        key: name,
        ...aboutProblem(problem),
        // A PATCH changes some fields, and many documents share its schema with the creation.
        isTolerated: operation.method === 'PATCH' && problem.keyword === 'required',
        decision: problem.decision ?? decision,
      }));
      const failures = await mustReject(context, failure, requests, { operation, baseline });
      return withUncheckedTypes(failures, cases);
    },
  });

  const valid = operationCheck(model, operation, 'valid-body', {
    rule: 'Accepts every body that its schema allows.',
    source: 'document: requestBody',
    acceptedRequests: 6,
    run: async (context, failure) => {
      const baseline = await requireBaseline(context, operation);
      if (!baseline.accepted)
        skipCheck('the server accepted no request of this operation, so there is no body to vary');
      const { values } = baseline.candidate;
      const all = [
        ...validBodies(schema, values.body, model.requests),
        ...(operation.method === 'PATCH' ? [] : sparseBodies(schema, values.body, model.requests)),
      ].filter(hasOwnId(values));
      const cases = spread(all, model.options.maxExamples);
      if (cases.length === 0) nothingToJudge('the body has no field to vary');
      rememberAltered(context.secrets, values.body, cases);
      const failures: Failure[] = [];
      const freeText = new Set<string>();
      const names = [...new Set(all.map(({ field }) => field))];
      for (const { name, body, field, value, ground } of cases) {
        const exchange = await context.call(await context.request(operation, { body, mediaType }));
        if (ground === 'text' && model.isSuccess(exchange) && hasWord(value)) freeText.add(field);
        if (ground === 'sparse' || model.meaning(exchange) !== 'invalid') continue;
        // The value may be right, and need another field.
        if (blamesAnother(exchange, field, names)) continue;
        const isAbout = ground === 'stated' && blamesAny(exchange, [field]);
        if (!isAbout && blamesState(exchange)) continue;
        const expected = `${name} is accepted, or rejected for another reason than its format`;
        const details = {
          key: name,
          variant: name,
          ...(name.endsWith(leftOut) && { about: `required fields of ${operation.id}` }),
          decision: fieldDecision(model, schema, field) ?? decision,
          // A string may need a meaning. If another free text was accepted, it does not.
          ...(ground === 'text' && !freeText.has(field) && { basis: 'observed' as const }),
          ...(ground === 'empty' && { basis: 'observed' as const }),
        };
        failures.push(
          failure(expected, `${model.status(exchange)}`, [baseline.exchange, exchange], details),
        );
      }
      return failures;
    },
  });
  return [invalid, valid];
}

export const unknownFields = 'unknown fields of bodies';

/** An object inside a body that may lack one of its fields may lack the others too: nothing checks it. */
function aboutProblem({ keyword, instancePath }: InvalidBody['problem']) {
  if (keyword === 'additionalProperties') return { about: unknownFields };
  const isInside = keyword === 'required' && instancePath !== '';
  return isInside ? { about: `required fields of ${instancePath}` } : {};
}

// One field may have a cause of its own.
const manyFields = 2;

/** A server that accepts the wrong type in all fields, or in many, does not check types: that is one cause, and not one a field. */
function withUncheckedTypes(
  failures: readonly Failure[],
  cases: readonly InvalidBody[],
): readonly Failure[] {
  const places = new Map(
    cases.flatMap(({ name, problem: { keyword, instancePath } }) =>
      keyword === 'type' && instancePath !== '' ? [[name, instancePath] as const] : [],
    ),
  );
  const placeOf = ({ key = '' }: Failure) => places.get(key);
  const accepted = new Set(failures.flatMap((failure) => placeOf(failure) ?? []));
  if (accepted.size < Math.min(manyFields, new Set(places.values()).size)) return failures;
  return failures.map((failure) =>
    placeOf(failure) === undefined ? failure : { ...failure, about: 'types in bodies' },
  );
}

/** The field that a case is about: `email` of `/contact/email missing`. */
function fieldIn(name: string): string | undefined {
  return /^\S*\/([^/\s]+)(?=\s)/.exec(name)?.[1];
}

/** Reports mask what is made of a secret, too. */
function rememberAltered(
  secrets: Secrets,
  accepted: unknown,
  cases: readonly { readonly body: unknown }[],
) {
  for (const [at, secret] of leavesIn(accepted)) {
    const name = secrets.names().find((known) => secrets.valueOf(known) === secret);
    if (typeof secret !== 'string' || name === undefined) continue;
    const forms = [secret, swapCase(secret), reversed(secret)];
    for (const { body } of cases) {
      const text = String(leavesIn(body).get(at) ?? '');
      const isPart = (form: string) =>
        text.length * 2 > Math.min(6, form.length) && form.includes(text);
      if (forms.some(isPart)) secrets.remember(`ALTERED_${name}`, text, false);
    }
  }
}

/** At most this many of the cases, evenly from all of them. */
function spread<Case>(cases: readonly Case[], most = cases.length): readonly Case[] {
  const step = Math.max(1, cases.length / most);
  return cases.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

function fieldDecision(
  { requests }: DocumentModel,
  schema: string,
  field: string,
): string | undefined {
  const root = fieldsOf(requests.schemaAt(schema));
  const property = requests.follow(fieldsOf(root.properties)[field]);
  return decisionOf(fieldsOf(property)) ?? decisionOf(root);
}

/** Backwards, `* * * * *` and `12:21` mean as much as before, and a word means nothing. */
const hasWord = (value: unknown) => typeof value === 'string' && /\p{L}{4}/u.test(value);
