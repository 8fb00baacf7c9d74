import type { CompletedExchange } from '../../check.ts';
import { blamesAnother, blamesAny, blamesState } from '../../judge/proof.ts';
import { mapInParallel } from '../../map-in-parallel.ts';
import { isSafe } from '../../not-sent.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { decisionOf, type Operation, type Parameter } from '../model/operation.ts';
import { isTriedBefore } from '../model/shared-parameters.ts';
import { isReference } from '../values/field-schemas.ts';
import { merge, parameterKey } from '../values/request-values.ts';
import { type ValidValue, validValues } from '../values/valid-values.ts';
import {
  type DocumentCheck,
  type MakeFailure,
  operationCheck,
  requireBaseline,
  withoutBaseline,
} from './operation-check.ts';

/** At most this many of each, where requests may create something. */
const mostWrites = 6;
const mostPairs = 10;

interface Varied {
  readonly parameter: Parameter;
  readonly values: readonly ValidValue[];
}

interface Sent extends ValidValue {
  readonly parameter: Parameter;
  readonly exchange: CompletedExchange;
}

export function validParameterChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const isRead = isSafe(operation.method);
  const varied = operation.parameters.flatMap((parameter): Varied[] => {
    if (!mayVary(parameter, isRead)) return [];
    const values = validValues(parameter, model.requests);
    const tried = isTriedBefore(model, operation, parameter) ? values.slice(0, 1) : values;
    return tried.length === 0 ? [] : [{ parameter, values: tried }];
  });
  if (varied.length === 0) return [];
  return [
    operationCheck(model, operation, 'valid-parameters', {
      rule: 'Accepts every value of a parameter that its schema names.',
      source: 'document: parameters',
      acceptedRequests: isRead ? varied.flatMap(({ values }) => values).length : mostWrites,
      run: async (context, failure) => {
        const baseline = await requireBaseline(context, operation);
        if (!baseline.accepted) skipCheck(withoutBaseline(context, baseline));
        const given = context.model.given(operation).parameters;
        const free = varied.filter(
          ({ parameter }) => !Object.hasOwn(given, parameterKey(parameter)),
        );
        if (free.length === 0) nothingToJudge('the profile sets the parameters');
        const cases = free.flatMap(({ parameter, values }) =>
          values.map((value) => ({ parameter, ...value })),
        );
        const most = model.options.maxExamples ?? (isRead ? cases.length : mostWrites);
        const sent = await mapInParallel(context, cases.slice(0, most), async (one) => ({
          ...one,
          exchange: await send(context, operation, { [parameterKey(one.parameter)]: one.value }),
        }));
        const companions = isRead
          ? await sendPairs(context, operation, sent)
          : new Set<Parameter>();
        return free.flatMap(({ parameter }) =>
          judge(
            context,
            failure,
            sent.filter((one) => one.parameter === parameter),
            companions.has(parameter),
            operation.parameters.map(({ name }) => name),
          ),
        );
      },
    }),
  ];
}

/** Any text may have to mean something in a header or a path, unless the document lists what it may be. */
function mayVary({ in: place, name, value, schema }: Parameter, isRead: boolean): boolean {
  if (schema === undefined || value.deprecated === true) return false;
  if (place === 'header' && /^(accept|content-type|authorization)$/i.test(name)) return false;
  return place === 'query' || (place === 'path' && isRead);
}

async function send(
  context: DocumentContext,
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
): Promise<CompletedExchange> {
  const start = merge(await context.values(operation), { parameters });
  // Any id would do for the schema, but only one that exists for the server.
  const filled = await context.references.fill(
    operation,
    start,
    ({ in: place }) => place !== 'query',
  );
  const changes = Object.keys(parameters).map((key) => [key, filled.parameters[key]]);
  return context.call(
    await context.request(operation, { parameters: Object.fromEntries(changes) }),
  );
}

/**
 * Sends two parameters at a time, with values that were accepted alone, for what fails only then. Returns the parameters that the
 * server accepts with another one only.
 */
async function sendPairs(
  context: DocumentContext,
  operation: Operation,
  sent: readonly Sent[],
): Promise<ReadonlySet<Parameter>> {
  const { isSuccess } = context.model;
  const parameters = [...new Set(sent.map(({ parameter }) => parameter))];
  const valuesOf = (parameter: Parameter) => {
    const own = sent.filter((one) => one.parameter === parameter);
    const accepted = own.filter(({ exchange }) => isSuccess(exchange));
    return accepted.length > 0 ? accepted : own;
  };
  const isAccepted = (parameter: Parameter) =>
    valuesOf(parameter).some(({ exchange }) => isSuccess(exchange));
  const pairs = parameters.flatMap((one, at) =>
    parameters.slice(at + 1).map((other) => [one, other] as const),
  );
  // What was not accepted alone may need another parameter.
  const ordered = pairs.toSorted(
    (one, other) => Number(one.every(isAccepted)) - Number(other.every(isAccepted)),
  );
  const found = await mapInParallel(
    context,
    ordered.slice(0, mostPairs).map((pair, at) => ({ pair, at })),
    async ({ pair, at }) => {
      const chosen = pair.map((parameter) => {
        const values = valuesOf(parameter);
        return [parameterKey(parameter), values[at % values.length]?.value];
      });
      const exchange = await send(context, operation, Object.fromEntries(chosen));
      return isSuccess(exchange) ? pair.filter((parameter) => !isAccepted(parameter)) : [];
    },
  );
  return new Set(found.flat());
}

function judge(
  { model }: DocumentContext,
  failure: MakeFailure,
  sent: readonly Sent[],
  needsAnother: boolean,
  names: readonly string[],
): Failure[] {
  if (needsAnother) return [];
  const isAccepted = sent.some(({ exchange }) => model.isSuccess(exchange));
  const rejected = sent.filter(
    ({ parameter, exchange, isStated }) =>
      model.meaning(exchange) === 'invalid' && (isStated || mayBeReported(parameter, exchange)),
  );
  // Where it accepts no value, the parameter may need another one.
  const shown = isAccepted
    ? rejected
    : rejected.toSorted((one, other) => Number(other.isStated) - Number(one.isStated)).slice(0, 1);
  return shown.flatMap(({ parameter, name, exchange, isStated }) => {
    const others = names.filter((one) => one !== parameter.name);
    if (blamesAnother(exchange, parameter.name, others)) return [];
    const key = `${parameterKey(parameter)} ${name}`;
    // The value may be right, and need another parameter.
    const isSure = isStated && isAccepted && !blamesAny(exchange, others);
    return failure(`${key} is accepted`, `${model.status(exchange)}`, [exchange], {
      key,
      variant: key,
      decision: decisionOf(parameter.value),
      ...(!isSure && { basis: 'observed' as const }),
    });
  });
}

/** An invented value may have to name something that exists. */
function mayBeReported(parameter: Parameter, exchange: CompletedExchange): boolean {
  return parameter.in === 'query' && !isReference(parameter.name) && !blamesState(exchange);
}
