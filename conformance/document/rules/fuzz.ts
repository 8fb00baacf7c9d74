import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { CompletedExchange } from '../../check.ts';
import type { Failure } from '../../outcome.ts';
import { skipCheck } from '../../outcome.ts';
import { type AnswerProblem, answerProblems } from '../check-response.ts';
import type { DocumentContext, Reading } from '../document-context.ts';
import type { Finding } from '../document-options.ts';
import type { Operation } from '../model/operation.ts';
import { bodyArbitrary, textArbitrary } from '../values/arbitrary.ts';
import { writeValues } from '../values/build-request.ts';
import { bodyMedia, isJson, parameterKey, type Values } from '../values/request-values.ts';
import { type DocumentCheck, isSuccess, make, start } from './define-check.ts';

interface Broken {
  readonly finding: Finding;
  readonly expected: string;
  readonly got: string;
  readonly key: string;
  readonly exchange: CompletedExchange;
}

/** Generated requests; what breaks is shrunk to the smallest request that breaks alike, and asked once more before it is told. */
export function fuzzRule(reading: Reading, operation: Operation): DocumentCheck[] {
  const runs = reading.options.fuzzRuns ?? 30;
  const media = bodyMedia(operation);
  const withBody = media !== undefined && isJson(media.type);
  const texts = operation.parameters.filter(
    (one) => one.in !== 'cookie' && !/^(accept|content-type|authorization)$/i.test(one.name),
  );
  if (runs === 0 || (!withBody && texts.length === 0)) return [];
  return [
    make(reading, operation, 'fuzz', {
      rule: 'Whatever request is generated, the answer is a declared one, and a body that its schema forbids is refused.',
      source: 'document: requestBody, parameters, responses',
      needs: ['fuzz'],
      takes: runs,
      run: async (context) => {
        const { candidate } = await start(context, operation);
        const arbitrary = fc.record({
          parameters: fc.record(
            Object.fromEntries(texts.map((one) => [parameterKey(one), textArbitrary(one.in)])),
            { requiredKeys: texts.filter((one) => one.required).map(parameterKey) },
          ),
          body: withBody
            ? bodyArbitrary(media.schema, candidate.values.body, reading.requests)
            : fc.constant(undefined),
        });
        let broken: Broken | undefined;
        let stopped: unknown;
        const keeps = async (changes: Pick<Values, 'body'> & { parameters: Record<string, unknown> }) => {
          // Once the server brakes there is nothing more to learn.
          if (stopped !== undefined) return true;
          try {
            const fresh = await context.values(operation);
            const parameters =
              texts.length > 0 ? { ...fresh.parameters, ...changes.parameters } : fresh.parameters;
            const found = await put(context, operation, {
              ...fresh,
              parameters,
              ...(withBody && { body: changes.body, mediaType: media.type }),
            });
            // Shrinking must not wander off to another break.
            if (found === undefined || (broken !== undefined && found.key !== broken.key)) return true;
            broken = found;
            return false;
          } catch (error) {
            stopped = error;
            return true;
          }
        };
        const seed = seedOf(context.seed, operation.id);
        const details = await fc.check(fc.asyncProperty(arbitrary, keeps), {
          seed,
          numRuns: runs,
          endOnFailure: false,
        });
        if (stopped !== undefined && broken === undefined) throw stopped;
        if (!details.failed || details.counterexample === null) return undefined;
        const [smallest] = details.counterexample;
        const first = broken;
        if (smallest === undefined || (await keeps(smallest)) || broken === undefined) {
          context.observe(`${operation.id}: ${first?.got ?? 'a break'} came once and not again`);
          return skipCheck('what broke did not break again');
        }
        return toFailure(reading, broken, details.numShrinks);
      },
    }),
  ];
}

function toFailure(
  reading: Reading,
  { finding, expected, got, key, exchange }: Broken,
  shrinks: number,
): Failure {
  return reading.failure(finding, {
    expected,
    got,
    key,
    exchanges: [exchange],
    note: `the smallest request found, after ${shrinks} steps`,
  });
}

async function put(
  context: DocumentContext,
  operation: Operation,
  values: Values,
): Promise<Broken | undefined> {
  const { reading } = context;
  const request = await context.authorised(operation, writeValues(operation, values));
  const exchange = await context.call(request);
  const status = reading.status(exchange);
  const about = { operation: operation.id, status };
  if (status === 500) {
    return {
      finding: { rule: 'no-server-error', ...about },
      expected: 'no 500',
      got: '500',
      key: '500',
      exchange,
    };
  }
  const schema = bodyMedia(operation)?.schema;
  if (isSuccess(status) && schema !== undefined && values.body !== undefined) {
    const [problem] = reading.requests.check(schema, JSON.parse(JSON.stringify(values.body))) ?? [];
    if (problem) {
      const { keyword, instancePath, message, decision } = problem;
      return {
        finding: {
          rule: 'broken-body',
          ...about,
          keyword,
          instancePath,
          ...(decision !== undefined && { decision }),
        },
        expected: `a refusal, since ${instancePath || 'the body'} ${message}`,
        got: `${status}`,
        key: `${instancePath} ${keyword}`,
        exchange,
      };
    }
  }
  // Undecorated breaks of an answer first; those of a decision are told by the rules about every answer.
  const isPlain = context.matches(exchange)?.id === operation.id;
  const problem: AnswerProblem | undefined = isPlain
    ? answerProblems(reading, operation, exchange).find(
        (one) => !one.leavesRoom && one.finding.decision === undefined,
      )
    : undefined;
  return problem && { ...problem, exchange };
}

function seedOf(seed: number, operation: string): number {
  return createHash('sha256').update(`${seed} ${operation}`).digest().readInt32BE(0);
}
