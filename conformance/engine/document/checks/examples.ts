import { type Failure, skipCheck } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { declaresSuccess, type Operation } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import {
  bodyMedia,
  type Candidate,
  candidateRequests,
  examplesOf,
  merge,
} from '../values/request-values.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

export function exampleChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  // The example may be one that the server is to reject.
  if (operation.responses.length > 0 && !declaresSuccess(operation)) return [];
  const declared = candidateRequests(operation, model).filter(
    (candidate) => candidate.declared && !causesFailure(operation, candidate),
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
        const { candidate: baseline, exchange: first } = await requireBaseline(context, operation);
        const { parameters } = context.model.given(operation);
        const failures: Failure[] = [];
        for (const { name, values } of acceptable) {
          const request = buildRequest(operation, merge(values, { parameters }));
          const authorised = await context.authorised(operation, request);
          const exchange = name === baseline.name ? first : await context.call(authorised);
          if (model.meaning(exchange) !== 'invalid') continue;
          const expected = `${name} is accepted, or rejected for another reason than its format`;
          const got = `${model.status(exchange)}`;
          failures.push(failure(expected, got, [exchange], { key: name, variant: name }));
        }
        return failures;
      },
    }),
  ];
}

function isValid(model: DocumentModel, operation: Operation, { values }: Candidate): boolean {
  const schema = bodyMedia(operation)?.schema;
  if (schema === undefined || values.body === undefined) return true;
  return model.requests.check(schema, values.body).valid === true;
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
