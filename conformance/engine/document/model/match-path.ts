import type { Exchange } from '../../http/exchange.ts';
import type { Operation } from './operation.ts';
import { decodePercent } from './pointer.ts';

export type OperationMatcher = (exchange: Exchange) => Operation | undefined;

export function createOperationMatcher(
  operations: readonly Operation[],
  prefix: string,
): OperationMatcher {
  const templateOf = createPathMatcher(operations.map(({ path }) => path));
  return ({ request }) => {
    // A proxy may read raw bytes and odd paths as something else, so no operation is assumed for them.
    if (request.raw || !request.target.startsWith(prefix) || !isPlain(request.target))
      return undefined;
    const template = templateOf(pathOf(request.target.slice(prefix.length)));
    return operations.find((one) => one.path === template && one.method === request.method);
  };
}

/** Finds the path template that a path matches. Concrete paths win over templates. */
export function createPathMatcher(
  templates: readonly string[],
): (path: string) => string | undefined {
  const patterns = templates
    .map((template) => ({ template, pattern: patternOf(template) }))
    .sort((a, b) => parameterCount(a.template) - parameterCount(b.template));
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.template;
}

export function pathOf(target: string): string {
  return target.replace(/\?.*$/s, '');
}

export function patternOf(path: string): RegExp {
  const escaped = path
    .split(/\{[^}]+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${escaped}$`);
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
