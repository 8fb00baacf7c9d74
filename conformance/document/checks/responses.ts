import type { CheckContext, CompletedExchange, ResponseCheck, Verdict } from '../../check.ts';
import { hasResponse } from '../../check.ts';
import { parseBaseUrl } from '../../http/base-url.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { DocumentModel } from '../document-context.ts';
import { createOperationMatcher } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { type ResponseProblem, responseProblems } from '../response-problems.ts';

/** Rules about each answer to a request that reached an operation. */
export function responseChecksOf(model: DocumentModel): ResponseCheck[] {
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
      watch: (context) => watchEach(model, context, rule, false),
    }),
  );
  const format: ResponseCheck = {
    id: 'document/answer-format',
    rule: 'A string in an answer has the format that its schema names.',
    strength: 'observed',
    source: 'document: format',
    watch: (context) => watchEach(model, context, 'answer-format', true),
  };
  return [...rules, format, noServerError(model), framing(model)];
}

function watchEach(model: DocumentModel, context: CheckContext, rule: string, room: boolean) {
  return {
    inspect: forOperations(model, context, (operation, exchange) =>
      problemsOnce(model, operation, exchange)
        .filter(({ finding }) => finding.rule === rule)
        .map(({ finding, expected, got, key, isTolerated }) =>
          model.failure(finding, {
            expected,
            got,
            key,
            exchanges: [exchange],
            ...(isTolerated && !room && { strength: 'observed' as const }),
          }),
        ),
    ),
  };
}

// Each rule looks at the same answer: its problems are found once.
const found = new WeakMap<Exchange, ResponseProblem[]>();

function problemsOnce(
  model: DocumentModel,
  operation: Operation,
  exchange: CompletedExchange,
): ResponseProblem[] {
  const problems = found.get(exchange) ?? responseProblems(model, operation, exchange);
  found.set(exchange, problems);
  return problems;
}

function noServerError(model: DocumentModel): ResponseCheck {
  return {
    id: 'document/no-server-error',
    rule: 'No request makes the server fail.',
    strength: 'standard',
    source: 'RFC 9110 15.6.1',
    watch: (context) => ({
      inspect: forOperations(model, context, (operation, exchange) => {
        if (model.status(exchange) !== 500) return undefined;
        return model.failure(
          { rule: 'no-server-error', operation: operation.id, status: 500 },
          { expected: 'any status but 500', got: '500', key: operation.id, exchanges: [exchange] },
        );
      }),
    }),
  };
}

function framing(model: DocumentModel): ResponseCheck {
  return {
    id: 'document/answer-framing',
    rule: 'An answer is well-formed HTTP, and JSON where it says so.',
    strength: 'standard',
    source: 'RFC 9112, RFC 8259',
    watch: (context) => ({
      inspect: forOperations(model, context, (operation, exchange) =>
        exchange.response.protocolErrors
          .filter(({ kind }) => kind !== 'malformed-json')
          .map(({ kind, detail }) =>
            model.failure(
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
  model: DocumentModel,
  { target }: CheckContext,
  look: (operation: Operation, exchange: CompletedExchange) => Verdict,
) {
  const matches = createOperationMatcher(model.operations, parseBaseUrl(target.baseUrl).prefix);
  return (exchange: Exchange): Verdict => {
    const operation = matches(exchange);
    return operation && hasResponse(exchange) ? look(operation, exchange) : undefined;
  };
}
