import { notJudged, type Watcher } from '../../check.ts';
import { isJsonObject } from '../../document/model/pointer.ts';
import type { Exchange } from '../../http/exchange.ts';
import { headerOf } from '../../http/request.ts';
import { createSecrets, type Secrets } from '../../secrets.ts';
import { stringField } from '../support/responses/service-response.ts';
import { leakFailure, rememberIfDistinctive, textOf } from './leak-failure.ts';

/** Watches for the credentials of a request in its own response. */
export function watchEchoes(): Watcher {
  // Requests repeat the same credentials, so the encodings of each are computed once.
  const tried = new Map<string, Secrets>();
  const searchFor = (value: string): Secrets => {
    const before = tried.get(value);
    if (before !== undefined) return before;
    const own = createSecrets();
    rememberIfDistinctive(own, value);
    tried.set(value, own);
    return own;
  };
  return {
    inspect: (exchange) => {
      if (exchange.response === undefined || credentialsIn(exchange).length === 0) return notJudged;
      const text = textOf(exchange);
      const [found] = credentialsIn(exchange).flatMap((value) => searchFor(value).find(text));
      return found && leakFailure(exchange, found.form);
    },
  };
}

function credentialsIn({ request }: Exchange): string[] {
  const bearer = /^\S+ +(\S{16,})$/.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
  const body = jsonIn(request.body);
  const publicValues = [stringField(body, 'identity'), stringField(body, 'description')];
  return [bearer, stringField(body, 'password'), stringField(body, 'otp')].filter(
    (value): value is string =>
      value !== undefined && !publicValues.includes(value) && !request.target.includes(value),
  );
}

function jsonIn(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Some checks send invalid JSON on purpose.
    return undefined;
  }
}
