import type { ServerResponse } from 'node:http';
import type { Step } from './context.ts';
import {
  type Deprecation,
  httpMethods,
  type OpenApiDocument,
  type OperationObject,
} from './document.ts';
import { pathFinder } from './find-operation.ts';
import { normaliseTarget } from './guard.ts';

type Paths = Pick<OpenApiDocument, 'paths'>;
type Headers = Readonly<Record<string, string>>;

export const deprecationHeaders = ['Deprecation', 'Sunset', 'Link'] as const;

/** By method and path, so that rejected requests get the headers too. `undefined`: nothing is deprecated. */
export function deprecation({ paths }: Paths): Step | undefined {
  const items = Object.entries(paths).map(
    ([path, item]) =>
      [
        path,
        new Map(
          httpMethods.flatMap((method) => {
            const deprecation = deprecationOf(item[method]);
            return deprecation
              ? [[method.toUpperCase(), headersOf({ paths }, path, deprecation)]]
              : [];
          }),
        ),
      ] as const,
  );
  if (items.every(([, headers]) => headers.size === 0)) return undefined;
  const find = pathFinder(Object.fromEntries(items));
  return ({ method, sentTarget }, response) => {
    const [path = ''] = (normaliseTarget(sentTarget) ?? '').split('?', 1);
    const headers = find(path)?.item.get(method) ?? {};
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return undefined;
  };
}

/** The headers set by `deprecation` on a response that has not begun, for the response that replaces it. */
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

function headersOf(
  document: Paths,
  path: string,
  { since, sunset, link, successor }: Deprecation,
): Headers {
  const next = successor === undefined ? undefined : pathOf(document, successor);
  return {
    // RFC 9745, 2.1: a date of structured fields, in seconds.
    Deprecation: `@${Date.parse(since) / 1000}`,
    // RFC 8594, 3: a date of HTTP, which has the format of `toUTCString`.
    Sunset: new Date(sunset).toUTCString(),
    Link: [
      `<${link}>; rel="deprecation"; type="text/html"`,
      `<${link}>; rel="sunset"; type="text/html"`,
      // A template would have to be filled in with text that the client sent.
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

/** One path relative to another (RFC 3986, 4.2), because a proxy may have removed a prefix from both. */
function relative(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const steps = to.split('/');
  const different = folders.findIndex(
    (folder, at) => folder !== steps[at] || at === steps.length - 1,
  );
  const common = different < 0 ? folders.length : different;
  return `${'../'.repeat(folders.length - common) || './'}${steps.slice(common).join('/')}`;
}
