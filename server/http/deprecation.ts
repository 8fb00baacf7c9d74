import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Deprecation, OpenApiDocument, OperationObject } from './document.ts';
import { httpMethods } from './http-methods.ts';
import { normaliseTarget, sentTarget } from './target.ts';

type Paths = Pick<OpenApiDocument, 'paths'>;
type Headers = Readonly<Record<string, string>>;

/** The headers that announce the end of the operation that a method and a target reach; `undefined` where none ends. */
export type Announced = (method: string | undefined, target: string | undefined) => Headers | undefined;

export const deprecationHeaders = ['Deprecation', 'Sunset', 'Link'] as const;

/**
 * Reads what the contract deprecates. By method and path alone, so that an answer has the headers also when it was refused
 * before anything else was looked at. `undefined` when nothing is deprecated, so that nobody need look.
 */
export function readDeprecations({ paths }: Paths): Announced | undefined {
  const routes = Object.entries(paths)
    // A concrete path wins over a templated one (OpenAPI, 4.8.8.2).
    .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
    .map(([path, item]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
      headers: new Map(
        httpMethods.flatMap((method) => {
          const deprecation = deprecationOf(item[method]);
          return deprecation ? [[method.toUpperCase(), headersOf({ paths }, path, deprecation)]] : [];
        }),
      ),
    }));
  if (routes.every(({ headers }) => headers.size === 0)) return undefined;
  return (method = '', target = '') => {
    const [path = ''] = target.split('?', 1);
    return routes.find(({ pattern }) => pattern.test(path))?.headers.get(method);
  };
}

/** Announces in every answer of a deprecated operation that it ends, whatever else the answer says. */
export function deprecation(announced: Announced): RequestHandler {
  return (request, response, next) => {
    const headers = announced(request.method, normaliseTarget(sentTarget(request)));
    if (headers) response.set(headers);
    next();
  };
}

/** What of it was set on an answer that has not begun: another answer in its place says it too. */
export function announcedOn(response: ServerResponse | undefined): Record<string, string> {
  if (response === undefined || response.headersSent) return {};
  const set = deprecationHeaders.map((name) => [name, response.getHeader(name)] as const);
  return Object.fromEntries(
    set.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function deprecationOf(operation: OperationObject | undefined): Deprecation | undefined {
  return operation?.deprecated === true ? operation['x-deprecation'] : undefined;
}

function headersOf(document: Paths, path: string, { since, sunset, link, successor }: Deprecation): Headers {
  const next = successor === undefined ? undefined : pathOf(document, successor);
  return {
    // RFC 9745, 2.1: a date of structured fields, in seconds.
    Deprecation: `@${Date.parse(since) / 1000}`,
    // RFC 8594, 3: as HTTP writes dates, which is how ECMAScript writes them.
    Sunset: new Date(sunset).toUTCString(),
    Link: [
      `<${link}>; rel="deprecation"; type="text/html"`,
      `<${link}>; rel="sunset"; type="text/html"`,
      // To fill a template in, the answer would have to repeat what the caller sent.
      ...(next === undefined || next.includes('{')
        ? []
        : [`<${relative(path, next)}>; rel="successor-version"`]),
    ].join(', '),
  };
}

function pathOf({ paths }: Paths, operationId: string): string | undefined {
  return Object.entries(paths).find(([, item]) =>
    httpMethods.some((method) => item[method]?.operationId === operationId),
  )?.[0];
}

/** One path seen from another (RFC 3986, 4.2): a proxy may have taken a prefix away from both. */
function relative(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const steps = to.split('/');
  const apart = folders.findIndex((folder, at) => folder !== steps[at] || at === steps.length - 1);
  const common = apart < 0 ? folders.length : apart;
  return `${'../'.repeat(folders.length - common) || './'}${steps.slice(common).join('/')}`;
}
