import { escapePattern } from '../../escape-pattern.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Operation } from './operation.ts';
import { decodePercent } from './pointer.ts';

export type OperationMatcher<One = Operation> = (
  exchange: Pick<Exchange, 'request'>,
) => One | undefined;

export function createOperationMatcher<One extends Pick<Operation, 'id' | 'method' | 'path'>>(
  operations: readonly One[],
  prefix: string,
): OperationMatcher<One> {
  const templateOf = createPathMatcher(operations.map(({ path }) => path));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  /** The operation that the run sent, unless the server has a path of its own for these very values. */
  const sentOperation = ({ settings, method }: Exchange['request'], path: string) => {
    const operation = byId.get(settings.operation ?? '');
    if (operation === undefined || operation.method !== method) return undefined;
    const isConcrete = templateOf(path)?.includes('{') === false;
    return !isConcrete && patternOf(operation.path).test(path) ? operation : undefined;
  };
  return ({ request }) => {
    // A proxy may read raw bytes and odd paths as something else, so no operation is assumed for them.
    if (request.raw || !request.target.startsWith(prefix) || !isPlain(request.target))
      return undefined;
    const path = pathOf(request.target.slice(prefix.length));
    const sent = sentOperation(request, path);
    if (sent !== undefined) return sent;
    const template = templateOf(path);
    return operations.find((one) => one.path === template && one.method === request.method);
  };
}

/** Finds the path template that a path matches: the one with the fewest parameters, then with the most literal text. */
export function createPathMatcher(
  templates: readonly string[],
): (path: string) => string | undefined {
  // Custom methods, as in `/users/{name}:activate` (AIP-136). Then a value has no colon, but for an encoded one.
  const hasCustomMethods = templates.some((template) => template.includes('}:'));
  const patterns = templates
    .map((template) => ({
      template,
      pattern: patternOf(template, hasCustomMethods ? '[^/:]+' : '[^/]+'),
    }))
    .sort(
      (a, b) =>
        parameterCount(a.template) - parameterCount(b.template) ||
        literalOf(b.template).length - literalOf(a.template).length,
    );
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.template;
}

export function pathOf(target: string): string {
  return target.replace(/\?.*$/s, '');
}

// Each exchange is compared with those of the same few paths.
const patterns = new Map<string, RegExp>();

/** @param path of a document: what it becomes is kept */
export function patternOf(path: string, value = '[^/]+'): RegExp {
  const key = `${value} ${path}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const pattern = makePattern(path, value);
  patterns.set(key, pattern);
  return pattern;
}

function makePattern(path: string, value: string): RegExp {
  const escaped = path
    .split(/\{[^}]+\}/)
    .map(escapePattern)
    .join(value);
  return new RegExp(`^${escaped}$`);
}

function literalOf(path: string): string {
  return path.replace(/\{[^}]+\}/g, '');
}

function parameterCount(path: string): number {
  return path.split('{').length - 1;
}

/** Whether every server reads a target as the same path. */
export function isPlain(target: string): boolean {
  if (target.length > 2000) return false;
  const [path = '', ...query] = target.split('?');
  if (/%(2f|5c|2e|00|0a|0d)/i.test(path) || /\/\.{1,2}(\/|$)|\/\//.test(path)) return false;
  return (
    query.length < 2 && decodePercent(path) !== undefined && /^[\w\-.~%!$&'()*+,;=:@/]+$/.test(path)
  );
}
