import type { OperationObject } from './document.ts';
import { type HttpMethod, httpMethods } from './http-methods.ts';
import { Problem } from './problem.ts';

type Item<Found> = Readonly<Partial<Record<HttpMethod, Found>>>;

export interface FoundOperation<Found> {
  readonly object: Found;
  /** The parameters of the path, decoded. */
  readonly path: Record<string, string>;
  /** The methods that the path knows, as `Allow` names them. */
  readonly allow: string;
}

/** Finds the operation for a method and a target in its normal form. @throws Problem not_found, method_not_allowed */
export type FindOperation<Found> = (method: string, target: string) => FoundOperation<Found>;

/** Knows each path and method of a document. A concrete path wins over a templated one (OpenAPI, 4.8.8.2). */
export function operationFinder<Found extends OperationObject>({
  paths,
}: {
  readonly paths: Readonly<Record<string, Item<Found>>>;
}): FindOperation<Found> {
  const entries = Object.entries(paths).map(([template, item]) => [template, waysOf(item)] as const);
  const concrete = new Map(entries.filter(([template]) => !template.includes('{')));
  const templated = entries
    .filter(([template]) => template.includes('{'))
    .map(([template, ways]) => ({ pattern: patternOf(template), ways }));

  return (method, target) => {
    const query = target.indexOf('?');
    const path = query < 0 ? target : target.slice(0, query);
    const ways = concrete.get(path);
    if (ways !== undefined) return { ...chosen(ways, method), path: {} };
    for (const { pattern, ways } of templated) {
      const found = pattern.exec(path);
      if (found !== null) return { ...chosen(ways, method), path: decoded(found.groups) };
    }
    throw new Problem('not_found');
  };
}

interface Ways<Found> {
  readonly operations: ReadonlyMap<string, Found>;
  readonly allow: string;
}

function waysOf<Found>(item: Item<Found>): Ways<Found> {
  const methods = httpMethods.filter((method) => item[method] !== undefined);
  const operations = new Map<string, Found>();
  for (const method of methods) {
    const operation = item[method];
    if (operation !== undefined) operations.set(method.toUpperCase(), operation);
  }
  // RFC 9110, 9.3.2: HEAD is GET without the content.
  const get = operations.get('GET');
  if (get !== undefined && !operations.has('HEAD')) operations.set('HEAD', get);
  return { operations, allow: methods.join(', ').toUpperCase() };
}

function chosen<Found>({ operations, allow }: Ways<Found>, method: string) {
  const object = operations.get(method);
  if (object === undefined) throw new Problem('method_not_allowed', { headers: { Allow: allow } });
  return { object, allow };
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{([^}]+)\}/);
  // Texts and names take turns.
  const patterns = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : `(?<${part}>[^/]+)`));
  return new RegExp(`^${patterns.join('')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function decoded(groups: Readonly<Record<string, string>> = {}): Record<string, string> {
  const path: Record<string, string> = {};
  for (const name of Object.keys(groups)) path[name] = decodeURIComponent(groups[name] ?? '');
  return path;
}
