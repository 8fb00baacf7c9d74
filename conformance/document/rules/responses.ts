import type { CheckContext, CompletedExchange, ResponseCheck, Verdict } from '../../check.ts';
import { hasResponse } from '../../check.ts';
import { parseBaseUrl } from '../../http/base-url.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type AnswerProblem, answerProblems } from '../check-response.ts';
import type { Reading } from '../document-context.ts';
import { createMatcher } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';

/** Rules about each answer to a request that reached an operation. */
export function answerRules(reading: Reading): ResponseCheck[] {
  const about = [
    ['answer-status', 'An answer has a status that the document declares for the operation.', 'responses'],
    [
      'answer-content-type',
      'An answer has a content type that the document declares for its status.',
      'content',
    ],
    ['answer-schema', 'The body of an answer is what its schema says.', 'schema'],
    ['answer-header', 'An answer carries the headers that the document declares.', 'headers'],
  ] as const;
  const rules = about.map(
    ([rule, sentence, source]): ResponseCheck => ({
      id: `document/${rule}`,
      rule: sentence,
      strength: 'shown',
      source: `document: ${source}`,
      watch: (context) => watchEach(reading, context, rule, false),
    }),
  );
  const format: ResponseCheck = {
    id: 'document/answer-format',
    rule: 'A string in an answer has the format that its schema names.',
    strength: 'observed',
    source: 'document: format',
    watch: (context) => watchEach(reading, context, 'answer-format', true),
  };
  return [...rules, format, noServerError(reading), framing(reading)];
}

function watchEach(reading: Reading, context: CheckContext, rule: string, room: boolean) {
  return {
    inspect: forOperations(reading, context, (operation, exchange) =>
      problemsOnce(reading, operation, exchange)
        .filter(({ finding }) => finding.rule === rule)
        .map(({ finding, expected, got, key, leavesRoom }) =>
          reading.failure(finding, {
            expected,
            got,
            key,
            exchanges: [exchange],
            ...(leavesRoom && !room && { strength: 'observed' as const }),
          }),
        ),
    ),
  };
}

// Each rule looks at the same answer: its problems are found once.
const found = new WeakMap<Exchange, AnswerProblem[]>();

function problemsOnce(reading: Reading, operation: Operation, exchange: CompletedExchange): AnswerProblem[] {
  const problems = found.get(exchange) ?? answerProblems(reading, operation, exchange);
  found.set(exchange, problems);
  return problems;
}

function noServerError(reading: Reading): ResponseCheck {
  return {
    id: 'document/no-server-error',
    rule: 'No request makes the server fail.',
    strength: 'standard',
    source: 'RFC 9110 15.6.1',
    watch: (context) => ({
      inspect: forOperations(reading, context, (operation, exchange) => {
        if (reading.status(exchange) !== 500) return undefined;
        return reading.failure(
          { rule: 'no-server-error', operation: operation.id, status: 500 },
          { expected: 'any status but 500', got: '500', key: operation.id, exchanges: [exchange] },
        );
      }),
    }),
  };
}

function framing(reading: Reading): ResponseCheck {
  return {
    id: 'document/answer-framing',
    rule: 'An answer is well-formed HTTP, and JSON where it says so.',
    strength: 'standard',
    source: 'RFC 9112, RFC 8259',
    watch: (context) => ({
      inspect: forOperations(reading, context, (operation, exchange) =>
        exchange.response.protocolErrors
          .filter(({ kind }) => kind !== 'malformed-json')
          .map(({ kind, detail }) =>
            reading.failure(
              { rule: 'answer-framing', operation: operation.id, variant: kind },
              {
                expected: 'a well-formed answer',
                got: `${kind}: ${detail}`,
                key: kind,
                exchanges: [exchange],
              },
            ),
          ),
      ),
    }),
  };
}

function forOperations(
  reading: Reading,
  { target }: CheckContext,
  look: (operation: Operation, exchange: CompletedExchange) => Verdict,
) {
  const matches = createMatcher(reading.operations, parseBaseUrl(target.baseUrl).prefix);
  return (exchange: Exchange): Verdict => {
    const operation = matches(exchange);
    return operation && hasResponse(exchange) ? look(operation, exchange) : undefined;
  };
}
