import type { operations } from '../../generated/internal-types.ts';
import { operationOf, type Step } from '../../server/http/context.ts';
import { commonHeaders, sendJson } from '../../server/http/respond.ts';
import type { Verification } from '../keys/verification.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

type OperationId = keyof operations;

interface Result {
  readonly status: 200 | 503;
  /** JSON, unless it is text. */
  readonly body: object | string;
  /** The media type of a text. */
  readonly type?: string;
}

export interface InternalDeps {
  readonly verification: Pick<Verification, 'verify'>;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, 'render'>;
}

type Form = operations['introspect']['requestBody']['content']['application/x-www-form-urlencoded'];
type Tokens = operations['introspectMany']['requestBody']['content']['application/json'];
type Json<Id extends 'introspect' | 'introspectMany' | 'getLiveness' | 'getReadiness'> =
  operations[Id]['responses'][200]['content']['application/json'];

/** Calls an operation of `openapi/internal.yaml` and sends its result. An operation that is missing here does not compile. */
export function internalOperation({ verification, readiness, metrics }: InternalDeps): Step {
  const handlers = {
    introspect: async ({ token }: Form) => json<Json<'introspect'>>(await verification.verify(token)),
    introspectMany: async ({ tokens }: Tokens) =>
      json<Json<'introspectMany'>>({ results: await Promise.all(tokens.map(verification.verify)) }),
    getLiveness: async () => json<Json<'getLiveness'>>({ live: true }),
    getReadiness: async () => {
      const checked: Json<'getReadiness'> = await readiness();
      return json(checked, checked.ready ? 200 : 503);
    },
    getMetrics: async () => {
      const { text, type } = await metrics.render();
      return { status: 200, type, body: text };
    },
  } as const satisfies { readonly [Id in OperationId]: (body: Form & Tokens) => Promise<Result> };

  return async (context, response): Promise<'sent'> => {
    // `match` found the id in the document that the handlers are typed by, and `validate` has checked the body.
    const handle = handlers[operationOf(context).id as OperationId] as (body: unknown) => Promise<Result>;
    const { status, type = '', body } = await handle(context.body);
    if (typeof body === 'string')
      response
        .writeHead(status, {
          ...commonHeaders,
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(body),
        })
        .end(body);
    else sendJson(context, response, status, body);
    return 'sent';
  };
}

function json<Body extends object>(body: Body, status: Result['status'] = 200): Result {
  return { status, body };
}
