import { nothingToJudge } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { decisionOf, type Operation, type Parameter } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { parameterKey } from '../values/request-values.ts';
import { numberAt, typeOf } from '../values/sample.ts';
import { type DocumentCheck, mustReject, operationCheck, requireBaseline } from './operation-check.ts';

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
          !Object.hasOwn(given, parameterKey(parameter)) || (name !== 'missing' && parameter.in !== 'header');
        const tested = cases.filter(isTested);
        if (tested.length === 0) nothingToJudge('the profile sets the parameters');
        const requests = tested.map(({ parameter, name, value }) => {
          const place = parameterKey(parameter);
          return {
            build: () => context.request(operation, { parameters: { [place]: value } }),
            variant: `${place} ${name}`,
            decision: decisionOf(parameter.value),
            expected: `a rejection: ${place} is invalid (${name})`,
            key: `${place} ${name}`,
          };
        });
        return mustReject(context, failure, requests, baseline);
      },
    }),
  ];
}

function invalidParameters(model: DocumentModel, parameter: Parameter): InvalidParameter[] {
  const isIgnored =
    parameter.in === 'cookie' || /^(accept|content-type|authorization)$/i.test(parameter.name);
  if (isIgnored || parameter.schema === undefined) return [];
  const missing: InvalidParameter[] =
    parameter.required && parameter.in !== 'path' ? [{ parameter, name: 'missing', value: undefined }] : [];
  const schema = model.requests.schemaAt(parameter.schema);
  if (!isJsonObject(schema)) return missing;
  const pointer = parameter.schema;
  const wrong = invalidTexts(schema).filter(({ value }) => isForbidden(model, pointer, schema, value));
  return [...missing, ...wrong.map((one) => ({ parameter, ...one }))];
}

function invalidTexts(schema: Parameters<typeof typeOf>[0]): { name: string; value: string }[] {
  const type = typeOf(schema);
  const found: { name: string; value: string }[] = [];
  if (type === 'integer' || type === 'number') {
    found.push({ name: 'not a number', value: 'abc' });
    if (type === 'integer') found.push({ name: 'not whole', value: '1.5' });
    const [lowest, highest] = [numberAt(schema, 'minimum'), numberAt(schema, 'maximum')];
    if (lowest !== undefined) found.push({ name: 'minimum', value: String(lowest - 1) });
    if (highest !== undefined) found.push({ name: 'maximum', value: String(highest + 1) });
  }
  if (type === 'boolean') found.push({ name: 'not a boolean', value: 'maybe' });
  if ('enum' in schema) found.push({ name: 'enum', value: 'no_such_value_of_a_test' });
  if (type === 'string') {
    const most = numberAt(schema, 'maxLength');
    const least = numberAt(schema, 'minLength') ?? 0;
    if (most !== undefined && most < 1000) found.push({ name: 'maxLength', value: 'x'.repeat(most + 1) });
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
  schema: Parameters<typeof typeOf>[0],
  text: string,
): boolean {
  const readings: unknown[] = [text];
  const types = [schema.type].flat();
  if (types.includes('number') || types.includes('integer')) readings.push(text === '' ? text : Number(text));
  return readings.every((value) => {
    const problems = model.requests.check(pointer, Number.isNaN(value) ? text : value);
    return problems !== undefined && problems.length > 0;
  });
}
