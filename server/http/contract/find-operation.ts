import { Problem } from '../problem.ts';
import type { OperationObject } from './document.ts';
import { type HttpMethod, httpMethods, pathFinder } from './find-path.ts';

type Item<Found> = Readonly<Partial<Record<HttpMethod, Found>>>;

interface FoundOperation<Found> {
  readonly object: Found;
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The methods that the path knows, as `Allow` names them. */
  readonly allow: string;
}

/** Finds the operation for a method and a target in its normal form. @throws Problem not_found, method_not_allowed */
type FindOperation<Found> = (method: string, target: string) => FoundOperation<Found>;

/** Knows each path and method of a document. */
export function operationFinder<Found extends OperationObject>({
  paths,
}: {
  readonly paths: Readonly<Record<string, Item<Found>>>;
}): FindOperation<Found> {
  const findPath = pathFinder(
    Object.fromEntries(Object.entries(paths).map(([template, item]) => [template, methodsOf(item)])),
  );
  return (method, target) => {
    const query = target.indexOf('?');
    const found = findPath(query < 0 ? target : target.slice(0, query));
    if (found === undefined) throw new Problem('not_found');
    const { operations, allow } = found.item;
    const object = operations.get(method);
    if (object === undefined) throw new Problem('method_not_allowed', { headers: { Allow: allow } });
    const path: Record<string, string> = {};
    for (const [name, value] of found.parameters) path[name] = decodeURIComponent(value);
    return { object, path, allow };
  };
}

interface Methods<Found> {
  readonly operations: ReadonlyMap<string, Found>;
  readonly allow: string;
}

function methodsOf<Found>(item: Item<Found>): Methods<Found> {
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
