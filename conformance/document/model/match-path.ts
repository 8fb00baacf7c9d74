import type { Exchange } from '../../http/exchange.ts';
import type { Operation } from './operation.ts';

export type Matcher = (exchange: Exchange) => Operation | undefined;

/** Finds the operation a request reached by its method and path. Concrete paths win over templates. */
export function createMatcher(operations: readonly Operation[], prefix: string): Matcher {
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => templates(a.operation.path) - templates(b.operation.path));
  return ({ request }) => {
    // Raw octets and odd paths may be taken for something else on their way: nothing is claimed of their answers.
    if (request.raw || !request.target.startsWith(prefix) || !isPlain(request.target)) return undefined;
    const path = request.target.slice(prefix.length).replace(/\?.*$/s, '');
    const best = patterns.find(({ pattern }) => pattern.test(path))?.operation.path;
    return operations.find((one) => one.path === best && one.method === request.method);
  };
}

export function patternOf(path: string): RegExp {
  const escaped = path
    .split(/\{[^}]+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${escaped}$`);
}

export function templates(path: string): number {
  return path.split('{').length - 1;
}

function isPlain(target: string): boolean {
  if (target.length > 2000) return false;
  const [path = '', ...query] = target.split('?');
  if (/%(2f|5c|2e|00|0a|0d)/i.test(path) || /\/\.{1,2}(\/|$)|\/\//.test(path)) return false;
  try {
    decodeURIComponent(path);
  } catch {
    return false;
  }
  return query.length < 2 && /^[\w\-.~%!$&'()*+,;=:@/]+$/.test(path);
}
