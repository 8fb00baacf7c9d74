import type { RequestHandler } from 'express';
import type { operations } from '../../generated/internal-types.ts';
import { matchedOperation } from '../../server/http/context.ts';
import { commonHeaders, sendJson } from '../../server/http/envelope.ts';
import type { Verification } from '../keys/verification.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

type OperationId = keyof operations;

interface Answer {
  readonly status: 200 | 503;
  readonly type: string;
  /** JSON, unless it is text. */
  readonly body: object | string;
}

export interface InternalDeps {
  readonly verification: Pick<Verification, 'verify'>;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, 'render'>;
}

type Form = operations['introspect']['requestBody']['content']['application/x-www-form-urlencoded'];
type Json<Id extends 'introspect' | 'getLiveness' | 'getReadiness'> =
  operations[Id]['responses'][200]['content']['application/json'];

/** Answers with what `openapi/internal.yaml` describes: an operation that is missing here does not compile. */
export function answerInternal({ verification, readiness, metrics }: InternalDeps): RequestHandler {
  const handlers = {
    introspect: async ({ token }: Form) => json<Json<'introspect'>>(await verification.verify(token)),
    getLiveness: async () => json<Json<'getLiveness'>>({ live: true }),
    getReadiness: async () => {
      const checked: Json<'getReadiness'> = await readiness();
      return json(checked, checked.ready ? 200 : 503);
    },
    getMetrics: async () => {
      const { text, type } = await metrics.render();
      return { status: 200, type, body: text };
    },
  } as const satisfies { readonly [Id in OperationId]: (form: Form) => Promise<Answer> };

  return async (request, response) => {
    // The operation was found in the same document, and the validator has held the body against its schema.
    const handle = handlers[matchedOperation(response).id as OperationId] as (
      form: unknown,
    ) => Promise<Answer>;
    const { status, type, body } = await handle(request.body);
    if (typeof body === 'string') response.status(status).set(commonHeaders).type(type).send(body);
    else sendJson(response, status, body);
  };
}

function json<Body extends object>(body: Body, status: Answer['status'] = 200): Answer {
  return { status, type: 'application/json', body };
}
