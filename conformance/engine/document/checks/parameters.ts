import { addTo } from '../../bounded/long-numbers.ts';
import { mapInParallel } from '../../map-in-parallel.ts';
import { type Failure, nothingToJudge } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { decisionOf, type Operation, type Parameter } from '../model/operation.ts';
import type { JsonObject } from '../model/pointer.ts';
import { buildRequest } from '../values/build-request.ts';
import { parameterSchema } from '../values/field-schemas.ts';
import { parameterKey } from '../values/request-values.ts';
import { typeOf } from '../values/sample.ts';
import { boundAt, numberAt } from '../values/scalars.ts';
import {
  type DocumentCheck,
  mustReject,
  operationCheck,
  requireBaseline,
  sendAlone,
} from './operation-check.ts';

interface InvalidParameter {
  readonly parameter: Parameter;
  readonly name: string;
  /** Undefined: the parameter is missing. */
  readonly value: string | undefined;
}

export function parameterChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const cases = operation.parameters.flatMap((parameter) => invalidParameters(model, parameter));
  if (cases.length === 0) return [];
  return [
    operationCheck(model, operation, 'invalid-parameter', {
      rule: 'Rejects parameters that are invalid, or required and missing.',
      source: 'document: parameters',
      run: async (context, failure) => {
        const baseline = await requireBaseline(context, operation);
        const given = context.model.given(operation).parameters;
        const isTested = ({ parameter, name }: InvalidParameter) =>
          !Object.hasOwn(given, parameterKey(parameter)) ||
          (name !== 'missing' && parameter.in !== 'header');
        const tested = cases.filter(isTested);
        if (tested.length === 0) nothingToJudge('the profile sets the parameters');
        const requests = tested.map(({ parameter, name, value }) => {
          const place = parameterKey(parameter);
          return {
            build: (isRepeated: boolean) =>
              context.request(operation, { parameters: { [place]: value } }, isRepeated),
            change: { in: parameter.in, name: parameter.name },
            variant: `${place} ${name}`,
            decision: decisionOf(parameter.value),
            expected: `a rejection: ${place} is invalid (${name})`,
            ...aboutType(name),
            key: `${place} ${name}`,
          };
        });
        return mustReject(context, failure, requests, { operation, baseline });
      },
    }),
  ];
}

/** A server reads all booleans with the same code, and all numbers. */
function aboutType(name: string) {
  if (name === 'not a boolean') return { about: 'booleans in parameters' };
  return name === 'not a number' || name === 'not whole' ? { about: 'numbers in parameters' } : {};
}

function invalidParameters(model: DocumentModel, parameter: Parameter): InvalidParameter[] {
  const isIgnored =
    parameter.in === 'cookie' || /^(accept|content-type|authorization)$/i.test(parameter.name);
  if (isIgnored || parameter.schema === undefined) return [];
  const missing: InvalidParameter[] =
    parameter.required && parameter.in !== 'path'
      ? [{ parameter, name: 'missing', value: undefined }]
      : [];
  const schema = parameterSchema(model.requests, parameter.schema);
  const pointer = parameter.schema;
  const wrong = invalidTexts(schema).filter(({ value }) =>
    isForbidden(model, pointer, schema, value),
  );
  return [...missing, ...wrong.map((one) => ({ parameter, ...one }))];
}

function invalidTexts(schema: JsonObject): { name: string; value: string }[] {
  const type = typeOf(schema);
  const found: { name: string; value: string }[] = [];
  if (type === 'integer' || type === 'number') {
    found.push({ name: 'not a number', value: 'abc' });
    if (type === 'integer') found.push({ name: 'not whole', value: '1.5' });
    const [lowest, highest] = [boundAt(schema, 'minimum'), boundAt(schema, 'maximum')];
    if (lowest !== undefined) found.push({ name: 'minimum', value: String(addTo(lowest, -1)) });
    if (highest !== undefined) found.push({ name: 'maximum', value: String(addTo(highest, 1)) });
  }
  if (type === 'boolean') found.push({ name: 'not a boolean', value: 'maybe' });
  if ('enum' in schema) found.push({ name: 'enum', value: 'no_such_value_of_a_test' });
  if (type === 'string') {
    const most = numberAt(schema, 'maxLength');
    const least = numberAt(schema, 'minLength') ?? 0;
    if (most !== undefined && most < 1000)
      found.push({ name: 'maxLength', value: 'x'.repeat(most + 1) });
    if (least > 1) found.push({ name: 'minLength', value: 'x'.repeat(least - 1) });
    if ('pattern' in schema)
      found.push({ name: 'pattern', value: '!!' }, { name: 'pattern 2', value: 'aaaa' });
  }
  return found;
}

// A parameter is sent as text. It is invalid only if no type that the server may read it as allows it.
function isForbidden(
  model: DocumentModel,
  pointer: string,
  schema: JsonObject,
  text: string,
): boolean {
  const readings: unknown[] = [text];
  const types = [schema.type].flat();
  if (types.includes('number') || types.includes('integer'))
    readings.push(text === '' ? text : Number(text));
  return readings.every(
    (value) => model.requests.check(pointer, Number.isNaN(value) ? text : value).valid === false,
  );
}

const unusualValues: Record<string, string> = {
  'a very long value': 'a'.repeat(1500),
  'an encoded NUL': 'a%00b',
  'an encoded slash': 'a%2Fb',
  'encoded dots': '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'dots in the path': '..%2f..',
  'a line break': 'a%0d%0aX-Injected:%201',
  'letters beyond ASCII': '%C5%BE%F0%9F%98%80',
  'a space': '%20',
  'a quote': "'%20OR%20'1'%3D'1",
  markup: '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'a negative number': '-1',
  'a huge number': '99999999999999999999999',
  'the word null': 'null',
  'a percent sign': '%25',
  'a semicolon': 'a;b=c',
  'a property name of Object.prototype': '__proto__',
};

export function pathParameterChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (parameters.length === 0) return [];
  return [
    operationCheck(model, operation, 'path-parameter', {
      rule: 'Responds to unusual path parameters without an internal error.',
      source: 'RFC 9110 15.6.1',
      basis: 'safety',
      run: async (context, failure) => {
        await requireBaseline(context, operation);
        const tries = parameters.flatMap((parameter) =>
          Object.entries(unusualValues).map(([name, text]) => ({ parameter, name, text })),
        );
        const found = await mapInParallel(context, tries, async ({ parameter, name, text }) => {
          const exchange = await context.call(
            await requestWithText(context, operation, parameter, text),
          );
          const details = { key: `${parameter.name} ${name}`, variant: name };
          return model.status(exchange) === 500
            ? failure(`no 500 for ${name} in a path parameter`, '500', [exchange], details)
            : [];
        });
        return found.flat();
      },
    }),
    operationCheck(model, operation, 'path-bytes', {
      rule: 'Responds to a path that is not UTF-8, and keeps running.',
      source: 'RFC 9110 15.6.1',
      basis: 'safety',
      // This ends some servers, so all other checks come first.
      last: true,
      exclusive: true,
      run: async (context, failure) => {
        await requireBaseline(context, operation);
        const failures: Failure[] = [];
        for (const parameter of parameters) {
          const request = await requestWithText(context, operation, parameter, '%ff');
          const { exchange, status, got } = await sendAlone(context, request);
          if (status !== undefined && status !== 500) continue;
          const key = `${parameter.name} %ff`;
          failures.push(failure('a response other than 500', got, [exchange], { key }));
          if (status === undefined) break;
        }
        return failures;
      },
    }),
  ];
}

async function requestWithText(
  context: Parameters<DocumentCheck['run']>[0],
  operation: Operation,
  parameter: Parameter,
  text: string,
) {
  // No fresh values are needed: the one that could be used up is replaced.
  const { candidate } = await context.baseline(operation);
  const { values } = candidate;
  const key = parameterKey(parameter);
  // The placeholder passes the encoding unchanged. Then the unusual text replaces it.
  const request = buildRequest(operation, {
    ...values,
    parameters: { ...values.parameters, [key]: 'MARK-OF-A-TEST' },
  });
  return context.authorised(operation, {
    ...request,
    target: request.target.replace('MARK-OF-A-TEST', () => text),
  });
}
