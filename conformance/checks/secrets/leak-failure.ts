import type { Exchange, Response } from '../../http/exchange.ts';
import { memoize } from '../../memoize.ts';
import type { Failure } from '../../outcome.ts';
import type { Secrets } from '../../secrets.ts';
import { operationOf } from '../support/requests/operation-requests.ts';

export function leakFailure(exchange: Exchange, form: string, what = 'a secret'): Failure {
  const where = operationOf(exchange) ?? 'no operation';
  return {
    expected: 'no secret in the response',
    got: `${what}, ${form === 'plain' ? 'in plain text' : `as ${form}`}`,
    exchanges: [exchange],
    key: where,
  };
}

// A common word, such as `Password`, may appear in any response, so it proves nothing.
export function rememberIfDistinctive(secrets: Secrets, value: string): void {
  if (value.length >= 8 && !/^[a-z_]+$/i.test(value)) secrets.remember('SECRET', value);
}

/** The whole response as text. Empty when there is none. */
export function textOf({ response }: Exchange): string {
  return response === undefined ? '' : wholeText(response);
}

const wholeText = memoize((response: Response): string => {
  const rest = Buffer.from(response.rest).toString('utf8');
  // The body without its transfer coding, because a chunk may end inside a secret.
  const head = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${response.reason}\n${head}\n${response.text}\n${rest}`;
});
