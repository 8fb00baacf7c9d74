import { safety } from '../../basis.ts';
import type { ResponseCheck } from '../../check.ts';
import { stackFrameIn } from '../../judge/stack-trace.ts';
import { mismatch } from '../../outcome.ts';
import { truncate } from '../../truncate.ts';
import type { DocumentModel } from '../document-model.ts';
import { forOperations } from './responses.ts';

/** Reports what a rejection says about the inside of the server. A server error is reported by itself. */
export function stackTraces(model: DocumentModel): ResponseCheck {
  return {
    id: 'document/no-stack-trace',
    rule: 'Shows no stack trace of the server when it rejects a request.',
    ...safety('CWE-209'),
    isRepeatable: true,
    watch: forOperations(model, (operation, exchange) => {
      const status = model.status(exchange);
      const frame =
        status >= 400 && status < 500 ? stackFrameIn(exchange.response.text) : undefined;
      if (frame === undefined) return undefined;
      const got = `${status} with ${JSON.stringify(truncate(frame, 80))}`;
      return [
        model.failure(
          { rule: 'no-stack-trace', operation: operation.id },
          mismatch('no stack trace', got, [exchange], { key: operation.id }),
        ),
      ];
    }),
  };
}
