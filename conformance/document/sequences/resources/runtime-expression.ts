import type { CompletedExchange } from '../../../check.ts';
import { headerOf } from '../../../http/request.ts';
import { valueAt } from '../../model/pointer.ts';

/** An exchange, with what its operation's path template says about its target. */
export interface Evaluated {
  readonly exchange: CompletedExchange;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The value of a constant, of a runtime expression, or of a text with expressions in braces (OpenAPI 3.1, 4.8.20.4). */
export function evaluateExpression(expression: unknown, evaluated: Evaluated): unknown {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return evaluate(expression, evaluated);
  const parts = expression.split(/\{(\$[^}]*)\}/).map((part, at) => {
    const value = at % 2 === 0 ? part : evaluate(part, evaluated);
    return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

function evaluate(expression: string, { exchange, pathParameters }: Evaluated): unknown {
  const { request, response } = exchange;
  if (expression === '$url') return request.target;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return response.status;
  const [, side, source, name = ''] =
    /^\$(request|response)\.(header|query|path|body)(?:[.#](.*))?$/s.exec(expression) ?? [];
  if (side === undefined) return undefined;
  if (source === 'body') return valueAt(side === 'request' ? sentJson(exchange) : response.json?.value, name);
  if (source === 'header')
    return side === 'request' ? headerOf(request.headers, name) : response.header(name);
  if (side === 'response') return undefined;
  if (source === 'path') return Object.hasOwn(pathParameters, name) ? pathParameters[name] : undefined;
  return new URLSearchParams(request.target.replace(/^[^?]*\??/, '')).get(name) ?? undefined;
}

/** The body of a request as JSON; undefined when it is not JSON. */
export function sentJson({ request }: CompletedExchange): unknown {
  try {
    return JSON.parse(Buffer.from(request.body).toString());
  } catch {
    return undefined;
  }
}
