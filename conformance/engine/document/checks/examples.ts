import { type Failure, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { declaresSuccess, type Operation } from '../model/operation.ts';
import type { JsonObject } from '../model/pointer.ts';
import { isTriedBefore } from '../model/shared-parameters.ts';
import { buildRequest } from '../values/build-request.ts';
import {
  bodyMedia,
  type Candidate,
  candidateRequests,
  examplesOf,
  hasBodyExample,
  merge,
  type RequestValues,
} from '../values/request-values.ts';
import {
  type DocumentCheck,
  operationCheck,
  requireBaseline,
  withoutBaseline,
} from './operation-check.ts';

export function exampleChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  // The example may be one that the server is to reject.
  if (operation.responses.length > 0 && !declaresSuccess(operation)) return [];
  const declared = candidateRequests(operation, model).filter(
    (candidate) =>
      candidate.declared &&
      !causesFailure(operation, candidate) &&
      !isTriedElsewhere(model, operation, candidate),
  );
  if (declared.length === 0) return [];
  return [
    operationCheck(model, operation, 'example', {
      rule: 'Accepts every request that the document gives as an example.',
      source: 'document: examples',
      acceptedRequests: declared.length,
      run: async (context, failure) => {
        const acceptable = declared.filter((candidate) => isValid(model, operation, candidate));
        if (acceptable.length === 0) skipCheck('no example matches its own schema');
        const found = await requireBaseline(context, operation);
        const { candidate: baseline, exchange: first, accepted } = found;
        // The examples are those of parameters. The server may reject a body that nobody has shown.
        const isBodyMadeUp = operation.body !== undefined && !hasBodyExample(operation, model);
        if (isBodyMadeUp && !accepted) skipCheck(withoutBaseline(context, found));
        const { parameters } = context.model.given(operation);
        const failures: Failure[] = [];
        for (const { name, values } of acceptable) {
          const given = merge(values, { parameters });
          const request = isBodyMadeUp
            ? await context.request(operation, { parameters: withoutPath(given) })
            : await context.authorised(operation, buildRequest(operation, given));
          const exchange = name === baseline.name ? first : await context.call(request);
          if (model.meaning(exchange) !== 'invalid') continue;
          const expected = `${name} is accepted, or rejected for another reason than its format`;
          const got = `${model.status(exchange)}`;
          // The id of an example need not exist, and some servers say 400 then.
          const isOpen = !isBodyMadeUp && (await isAboutPath(context, operation, given, accepted));
          const basis = isOpen ? ({ basis: 'observed' } as const) : {};
          failures.push(failure(expected, got, [exchange], { key: name, variant: name, ...basis }));
        }
        return failures;
      },
    }),
  ];
}

/** Whether the server may reject only what the path names: with ids that it accepts, it accepts the rest, or nobody knows. */
async function isAboutPath(
  context: DocumentContext,
  operation: Operation,
  given: RequestValues,
  isReached: boolean,
): Promise<boolean> {
  const isInPath = Object.keys(given.parameters).some((place) => place.startsWith('path '));
  const isId = context.model.resources.some(({ path }) => operation.path.startsWith(path));
  if (!isInPath || !isId || !isReached) return isInPath && isId;
  const request = await context.request(operation, { ...given, parameters: withoutPath(given) });
  return context.model.meaning(await context.call(request)) !== 'invalid';
}

function withoutPath({ parameters }: RequestValues): RequestValues['parameters'] {
  return Object.fromEntries(
    Object.entries(parameters).filter(([place]) => !place.startsWith('path ')),
  );
}

function isValid(model: DocumentModel, operation: Operation, { values }: Candidate): boolean {
  const schema = bodyMedia(operation)?.schema;
  if (schema === undefined || values.body === undefined) return true;
  return model.requests.check(schema, values.body).valid === true;
}

/** Whether the example is of parameters only, and other requests have it. */
function isTriedElsewhere(
  model: DocumentModel,
  operation: Operation,
  { name }: Candidate,
): boolean {
  const has = (value: JsonObject) =>
    examplesOf(value).some((one) => `example ${one.name}` === name);
  const holders = operation.parameters.filter(({ value }) => has(value));
  return (
    holders.length > 0 &&
    holders.every((parameter) => isTriedBefore(model, operation, parameter)) &&
    !hasBodyExample(operation, model)
  );
}

// A request example with the name of a failure's example shows how to get that failure.
function causesFailure({ responses }: Operation, { name }: Candidate): boolean {
  const own = name.replace(/^example /, '');
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  const named = (list: typeof responses) =>
    list.some(({ media }) =>
      media.some((one) => examplesOf(one.value).some((example) => example.name === own)),
    );
  return !named(successes) && named(responses.filter((one) => !successes.includes(one)));
}
