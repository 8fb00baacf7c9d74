import type { Request } from '../../http/request.ts';
import { type Failure, mismatch, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { decisionOf, isJson, type Operation } from '../model/operation.ts';
import { isJsonObject, type JsonObject, withValueAt } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { buildRequest } from '../values/build-request.ts';
import { invalidBodies } from '../values/invalid-bodies.ts';
import { bodyMedia } from '../values/request-values.ts';
import { isReadOnly, numberAt, typeOf } from '../values/sample.ts';
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
        if (!isRejected && isSuccess(status) && one.ground === 'text') freeText.add(one.field);
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
          model.failure(
            slug === undefined ? finding : { ...finding, ...inherited, decision: slug },
            mismatch(
              `${one.name} is accepted, or rejected for another reason than its format`,
              `${status}`,
              [baseline.exchange, exchange],
              {
                key: one.name,
                // A string may need a meaning. If another free text was accepted, it does not.
                ...(one.ground === 'text' && !freeText.has(one.field) && { basis: 'observed' as const }),
              },
            ),
          ),
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

interface ValidBody {
  readonly name: string;
  readonly body: unknown;
  /** The field that differs from the accepted body. */
  readonly field: string;
  /**
   * `stated`: the schema names this value or bound, or says that the field is optional. `text`: the schema allows any text
   * of this length, but the server may have more rules.
   */
  readonly ground: 'stated' | 'text';
}

/** An accepted body, with one top-level field at a time changed to another value that the schema allows. */
function validBodies(schema: string, accepted: unknown, validator: Validator): ValidBody[] {
  const root = validator.schemaAt(schema);
  if (!isJsonObject(root) || !isJsonObject(accepted)) return [];
  const properties = isJsonObject(root.properties) ? root.properties : {};
  const variants = Object.entries(properties).flatMap(([name, property]) => {
    const followed = validator.follow(property);
    const given = accepted[name];
    const own = isJsonObject(followed) && !isReadOnly(followed) ? variantsOf(followed, given) : [];
    const omitted =
      given === undefined ? [] : [{ name: 'left out', value: undefined, ground: 'stated' as const }];
    return [...omitted, ...own].map((variant) => ({ ...variant, field: name }));
  });
  const before = JSON.stringify(accepted);
  return variants.flatMap(({ name, value, field, ground }) => {
    const body = withValueAt(accepted, [field], value);
    if (JSON.stringify(body) === before || validator.check(schema, body)?.length !== 0) return [];
    return [{ name: `/${field} ${name}`, body, field, ground }];
  });
}

interface Variant {
  readonly name: string;
  readonly value: unknown;
  readonly ground: ValidBody['ground'];
}

function variantsOf(schema: JsonObject, given: unknown): Variant[] {
  const stated = (name: string, value: unknown): Variant => ({ name, value, ground: 'stated' });
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => stated(`enum ${JSON.stringify(value)}`, value));
  const type = typeOf(schema);
  if (type === 'boolean') return [stated('true', true), stated('false', false)];
  if (type === 'integer' || type === 'number') {
    return ['minimum', 'maximum'].flatMap((bound) => {
      const value = numberAt(schema, bound);
      return value === undefined ? [] : [stated(bound, value)];
    });
  }
  // With a format or a pattern, a valid text cannot be derived from another. `password` only says how forms show the text.
  const isFormatted = 'pattern' in schema || (schema.format ?? 'password') !== 'password';
  if (type !== 'string' || typeof given !== 'string' || isFormatted) return [];
  const most = numberAt(schema, 'maxLength');
  const least = numberAt(schema, 'minLength') ?? 0;
  const text = (name: string, value: string): Variant => ({ name, value, ground: 'text' });
  return [
    text('other text', [...given].reverse().join('')),
    text('letters beyond ASCII', 'Žluťoučký'.slice(0, most)),
    ...(least > 0 ? [text('minLength', 'x'.repeat(least))] : []),
    ...(most !== undefined && most < 20_000 ? [text('maxLength', 'x'.repeat(most))] : []),
  ];
}
