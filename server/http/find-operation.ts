import type { Context } from './context.ts';
import { httpMethods, type OpenApiDocument, type OperationObject } from './document.ts';
import { Problem } from './problem.ts';

/** For what Express does not route: without an operation, the response is 404 or 405. */
export function match({ paths }: Pick<OpenApiDocument, 'paths'>): (context: Context) => undefined {
  const find = pathFinder(
    Object.fromEntries(
      Object.entries(paths).map(([template, item]) => [template, methodsOf(item)]),
    ),
  );
  return (context) => {
    const [path = ''] = context.target.split('?', 1);
    const found = find(path);
    if (found === undefined) throw new Problem('not_found');
    const { operations, allow } = found.item;
    const object = operations.get(context.method);
    if (object === undefined)
      throw new Problem('method_not_allowed', { headers: { Allow: allow } });
    const decoded = found.parameters.map(([name, value]) => [name, decodeURIComponent(value)]);
    context.operation = {
      id: object.operationId,
      object,
      path: Object.fromEntries(decoded),
      allow,
      checks: undefined,
    };
    return undefined;
  };
}

function methodsOf(item: OpenApiDocument['paths'][string]) {
  const methods = httpMethods.filter((method) => item[method] !== undefined);
  const operations = new Map<string, OperationObject>();
  for (const method of methods) {
    const operation = item[method];
    if (operation !== undefined) operations.set(method.toUpperCase(), operation);
  }
  // RFC 9110, 9.3.2: HEAD is GET without the content.
  const get = operations.get('GET');
  if (get !== undefined && !operations.has('HEAD')) operations.set('HEAD', get);
  return { operations, allow: methods.join(', ').toUpperCase() };
}

interface FoundPath<Item> {
  readonly item: Item;
  /** The parameters of the path by name, still percent-encoded. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A concrete path wins over a templated one (OpenAPI, 4.8.8.2). @param items by template */
export function pathFinder<Item>(
  items: Readonly<Record<string, Item>>,
): (path: string) => FoundPath<Item> | undefined {
  const concrete = new Map<string, FoundPath<Item>>();
  const templated: {
    readonly pattern: RegExp;
    readonly names: readonly string[];
    readonly item: Item;
  }[] = [];
  for (const [template, item] of Object.entries(items)) {
    // Literal text and parameter names alternate.
    const parts = template.split(/\{([^}]+)\}/);
    if (parts.length === 1) concrete.set(template, { item, parameters: [] });
    else
      templated.push({
        pattern: patternOf(parts),
        names: parts.filter((_part, index) => index % 2 === 1),
        item,
      });
  }

  return (path) => {
    const found = concrete.get(path);
    if (found !== undefined) return found;
    for (const { pattern, names, item } of templated) {
      const groups = pattern.exec(path);
      if (groups !== null)
        return { item, parameters: names.map((name, index) => [name, groups[index + 1] ?? '']) };
    }
    return undefined;
  };
}

function patternOf(parts: readonly string[]): RegExp {
  const patterns = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : '([^/]+)'));
  return new RegExp(`^${patterns.join('')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
