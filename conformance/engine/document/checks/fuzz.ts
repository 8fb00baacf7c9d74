import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { parseJson } from '../../bounded/digits.ts';
import type { CompletedExchange } from '../../check.ts';
import { mapInParallel } from '../../map-in-parallel.ts';
import { isSafe, NotSent, notOwn } from '../../not-sent.ts';
import { mismatch, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { type ResponseProblem, responseProblems } from '../response-problems.ts';
import { problemsIn } from '../schema/validator.ts';
import { bodyArbitrary, textArbitrary } from '../values/arbitrary.ts';
import { bodyMedia, parameterKey, type RequestValues } from '../values/request-values.ts';
import { unknownFields } from './bodies.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

interface FoundProblem extends Omit<ResponseProblem, 'isTolerated'> {
  readonly exchange: CompletedExchange;
}

/** Sends generated requests. A failure is shrunk to the smallest request that shows it, and repeated before it is reported. */
export function fuzzChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const runs = model.options.maxExamples ?? 30;
  const media = bodyMedia(operation);
  const withBody = media !== undefined && isJson(media.type);
  const texts = operation.parameters.filter(
    (one) => one.in !== 'cookie' && !/^(accept|content-type|authorization)$/i.test(one.name),
  );
  if (!withBody && texts.length === 0) return [];
  return [
    operationCheck(model, operation, 'fuzz', {
      rule: 'Returns a declared response to every generated request, and rejects bodies that the schema forbids.',
      source: 'document: requestBody, parameters, responses',
      needs: ['fuzz'],
      acceptedRequests: runs,
      isVaried: true,
      run: async (context, _, round) => {
        const { candidate } = await requireBaseline(context, operation);
        // Another path would lead to what this run did not create.
        const isBound =
          !isSafe(operation.method) && !context.destructive && !model.options.mayWriteAnywhere;
        const given = context.model.given(operation).parameters;
        const varied = texts.filter(
          (one) => !Object.hasOwn(given, parameterKey(one)) && (!isBound || one.in !== 'path'),
        );
        if (!withBody && varied.length === 0) throw new NotSent(notOwn);
        const arbitrary = fc.record({
          parameters: fc.record(
            Object.fromEntries(varied.map((one) => [parameterKey(one), textArbitrary(one.in)])),
            { requiredKeys: varied.filter((one) => one.required).map(parameterKey) },
          ),
          body: withBody
            ? bodyArbitrary(media.schema, candidate.values.body, model.requests)
            : fc.constant(undefined),
        });
        let failing: FoundProblem | undefined;
        let stopped: unknown;
        const forget = () => {
          failing = undefined;
          stopped = undefined;
        };
        const passes = async (
          changes: Pick<RequestValues, 'body'> & { parameters: Record<string, unknown> },
        ) => {
          // After an error, such as a rate limit, more requests are pointless.
          if (stopped !== undefined) return true;
          try {
            const found = await sendAndInspect(context, operation, {
              parameters: changes.parameters,
              ...(withBody && { body: changes.body, mediaType: media.type }),
            });
            // Shrinking must not switch to another failure.
            if (found === undefined || (failing !== undefined && found.key !== failing.key))
              return true;
            failing = found;
            return false;
          } catch (error) {
            if (!(error instanceof NotSent)) stopped = error;
            return true;
          }
        };
        const seed = createHash('sha256')
          .update(`${context.seed} ${operation.id}${round === 0 ? '' : ` ${round}`}`)
          .digest()
          .readInt32BE(0);
        // The same values, in parallel, because a correct server fails none. The runs in sequence find the smallest failure.
        const all = await mapInParallel(
          context,
          fc.sample(arbitrary, { seed, numRuns: runs }),
          passes,
        );
        if (!all.includes(false)) {
          if (stopped !== undefined) throw stopped;
          return undefined;
        }
        forget();
        const details = await fc.check(fc.asyncProperty(arbitrary, passes), {
          seed,
          numRuns: runs,
          endOnFailure: false,
        });
        if (stopped !== undefined && failing === undefined) throw stopped;
        if (!details.failed || details.counterexample === null) return undefined;
        const [smallest] = details.counterexample;
        const first = failing;
        if (smallest === undefined || (await passes(smallest)) || failing === undefined) {
          context.observe(
            `${operation.id}: ${first?.got ?? 'a failure'} occurred once and not again`,
          );
          return skipCheck('the failure did not occur again');
        }
        const { finding, expected, got, key, exchange } = failing;
        const about = `document/${finding.rule} ${failing.about ?? expected}`;
        const note = `the smallest request found, after ${details.numShrinks} steps`;
        return model.failure(finding, mismatch(expected, got, [exchange], { key, about, note }));
      },
    }),
  ];
}

async function sendAndInspect(
  context: DocumentContext,
  operation: Operation,
  changes: Partial<RequestValues>,
): Promise<FoundProblem | undefined> {
  const { model } = context;
  const exchange = await context.call(await context.request(operation, changes));
  const status = model.status(exchange);
  const about = { operation: operation.id };
  if (status === 500) {
    const finding = { ...about, rule: 'no-server-error' };
    return { finding, expected: 'no 500', got: '500', key: '500', exchange };
  }
  const schema = bodyMedia(operation)?.schema;
  if (model.isSuccess(exchange) && schema !== undefined && changes.body !== undefined) {
    const judged = model.requests.check(schema, sentBody(exchange));
    const [problem] = problemsIn(judged);
    if (problem) {
      const { keyword, instancePath, message, decision } = problem;
      return {
        finding: { ...about, rule: 'invalid-body', decision },
        expected: `a rejection: ${instancePath || 'the body'} ${message}`,
        got: `${status}`,
        key: `${instancePath} ${keyword}`,
        ...(keyword === 'additionalProperties' && { about: unknownFields }),
        exchange,
      };
    }
  }
  if (context.matches(exchange)?.id !== operation.id) return undefined;
  // The checks of every response report what rests on a decision.
  const problem = responseProblems(model, operation, exchange).find(
    ({ isTolerated, finding }) => !isTolerated && finding.decision === undefined,
  );
  return problem && { ...problem, exchange };
}

/** The body that the server got: with new names, and the id of its path. */
function sentBody({ request }: CompletedExchange): unknown {
  return parseJson(Buffer.from(request.body).toString());
}
