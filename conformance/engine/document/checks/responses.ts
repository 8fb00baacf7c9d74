import { standard } from '../../basis.ts';
import {
  type CompletedExchange,
  hasResponse,
  notJudged,
  type ResponseCheck,
  type Verdict,
} from '../../check.ts';
import type { Exchange } from '../../http/exchange.ts';
import { parseBaseUrl } from '../../http/request.ts';
import { mismatch } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { createOperationMatcher } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { type ResponseProblem, responseProblems } from '../response-problems.ts';

export function responseChecksOf(model: DocumentModel): ResponseCheck[] {
  const definitions = [
    [
      'response-status',
      'Returns only statuses that the document declares for the operation.',
      'responses',
    ],
    [
      'response-content-type',
      'Returns only content types that the document declares for the status.',
      'content',
    ],
    ['response-schema', 'Returns bodies that match their schema.', 'schema'],
    ['response-header', 'Sends the headers that the document declares.', 'headers'],
    ['response-format', 'Returns strings in the format that their schema names.', 'format'],
  ] as const;
  // Several checks inspect the same response. Its problems are computed once.
  const found = new WeakMap<Exchange, ResponseProblem[]>();
  const checks = definitions.map(
    ([name, rule, source]): ResponseCheck => ({
      id: `document/${name}`,
      rule,
      basis: name === 'response-format' ? 'standard' : 'shown',
      source: `document: ${source}`,
      isRepeatable: true,
      watch: forOperations(model, (operation, exchange) => {
        const problems = found.get(exchange) ?? responseProblems(model, operation, exchange);
        found.set(exchange, problems);
        return problems
          .filter(({ finding }) => finding.rule === name)
          .map(({ finding, isTolerated, expected, got, key, about }) => {
            const more = {
              key,
              ...(about !== undefined && { about }),
              ...(isTolerated && { basis: 'observed' as const }),
            };
            return model.failure(finding, mismatch(expected, got, [exchange], more));
          });
      }),
    }),
  );
  return [...checks, framing(model)];
}

function framing(model: DocumentModel): ResponseCheck {
  return {
    id: 'document/response-framing',
    rule: 'Sends well-formed HTTP, and valid JSON where the content type is JSON.',
    ...standard('RFC 9112, RFC 8259'),
    isRepeatable: true,
    watch: forOperations(model, (operation, exchange) =>
      exchange.response.protocolErrors
        .filter(({ kind }) => kind !== 'malformed-json')
        .map(({ kind, detail }) =>
          model.failure(
            { rule: 'response-framing', operation: operation.id, variant: kind },
            mismatch('a well-formed response', `${kind}: ${detail}`, [exchange], { key: kind }),
          ),
        ),
    ),
  };
}

/** Calls `inspect` with each response to an operation of the document. */
export function forOperations(
  model: DocumentModel,
  inspect: (operation: Operation, exchange: CompletedExchange) => Verdict,
): ResponseCheck['watch'] {
  return ({ target }) => {
    const matches = createOperationMatcher(model.operations, parseBaseUrl(target.baseUrl).prefix);
    return {
      inspect: (exchange) => {
        const operation = matches(exchange);
        return operation && hasResponse(exchange) ? inspect(operation, exchange) : notJudged;
      },
    };
  };
}
