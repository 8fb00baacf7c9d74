import { type CompletedExchange, declaredAs } from '../check.ts';
import type { Operation, ResponseSpec } from '../document/model/operation.ts';
import type { Resource } from '../document/sequences/resources/find-resources.ts';
import { locationOf } from '../document/sequences/resources/identify.ts';
import { parseBaseUrl } from '../http/request.ts';
import { type BodyRules, compareBodies } from './compare-bodies.ts';
import type { Compared, Difference } from './differences.ts';

export interface ResponsePair {
  readonly operation: Operation;
  readonly before: CompletedExchange;
  readonly after: CompletedExchange;
  readonly baseUrls: readonly [before: string, after: string];
  /** What the operation creates. */
  readonly creates: Resource | undefined;
  readonly isSuccess: boolean;
  readonly rules: BodyRules;
}

/** Compares the responses of two servers to the same request. */
export function compareResponses(pair: ResponsePair): Compared {
  const { before, after, rules } = pair;
  const [status, later] = [before, after].map(({ response }) => `${response.status}`);
  if (status !== later)
    return {
      differences: [{ kind: 'status', at: [], before: status ?? '', after: later ?? '' }],
      valuesAt: [],
    };
  const headers = compareHeaders(pair);
  const media = compareMedia(pair);
  if (media !== undefined) return { ...headers, differences: [...headers.differences, media] };
  const [body, laterBody] = [before, after].map(({ response }) =>
    response.json === undefined ? undefined : response.json.value,
  );
  if (before.request.method === 'HEAD' || body === undefined || laterBody === undefined)
    return headers;
  const bodies = compareBodies(body, laterBody, rules);
  return {
    differences: [...headers.differences, ...bodies.differences],
    valuesAt: [...headers.valuesAt, ...bodies.valuesAt],
  };
}

/** What the document says about the response of a status. */
export function specOf({ responses }: Operation, status: number): ResponseSpec | undefined {
  const name = declaredAs(
    `${status}`,
    responses.map((one) => one.status),
  );
  return responses.find((one) => one.status === name);
}

function compareMedia({ before, after }: ResponsePair): Difference | undefined {
  const [is, was] = [after, before].map(({ response }) => response.body.length > 0);
  if (before.request.method === 'HEAD') return undefined;
  if (was !== is)
    return {
      ...{ kind: was ? 'body-removed' : 'body-added', at: [] },
      ...{ before: was ? 'a body' : 'no body', after: is ? 'a body' : 'no body' },
    };
  const [type, later] = [before, after].map((one) => mediaTypeOf(one));
  if (type === later) return undefined;
  return { kind: 'media-type', at: [], before: type ?? 'none', after: later ?? 'none' };
}

const mediaTypeOf = ({ response }: CompletedExchange) =>
  response.header('content-type')?.replace(/;.*/s, '').trim().toLowerCase();

/** Headers on which clients rely. Another one counts if the document declares it. */
const knownHeaders = ['location', 'etag', 'www-authenticate', 'allow', 'cache-control'];

/** The headers whose values say the same to every client. */
const comparedValues: Readonly<Record<string, (value: string) => string>> = {
  'www-authenticate': (value) => value.replace(/\s.*/s, '').toLowerCase(),
  allow: (value) =>
    value
      .toUpperCase()
      .split(/\s*,\s*/)
      .sort()
      .join(', '),
  'cache-control': (value) =>
    value
      .toLowerCase()
      .split(/\s*,\s*/)
      .sort()
      .join(', '),
};

function compareHeaders(pair: ResponsePair): Compared {
  const { operation, before, after } = pair;
  const declared = specOf(operation, before.response.status)?.headers ?? [];
  const names = new Set([...knownHeaders, ...declared.map(([name]) => name.toLowerCase())]);
  names.delete('content-type');
  const differences: Difference[] = [];
  const valuesAt: (readonly string[])[] = [];
  for (const name of names) {
    const [value, later] = [before, after].map(({ response }) => response.header(name));
    const at = [`header ${name}`];
    if (value !== undefined && later === undefined)
      differences.push({ kind: 'header-removed', at, before: value, after: 'absent' });
    if (value === undefined && later !== undefined)
      differences.push({ kind: 'header-added', at, before: 'absent', after: later });
    if (value === undefined || later === undefined) continue;
    const meaningOf = comparedValues[name];
    if (meaningOf === undefined) continue;
    valuesAt.push(at);
    const [was, is] = [meaningOf(value), meaningOf(later)];
    if (was !== is) differences.push({ kind: 'header-value', at, before: was, after: is });
  }
  const location = compareLocation(pair);
  return { differences: location ? [...differences, location] : differences, valuesAt };
}

/** Whether only on the first server `Location` leads to what was created. */
function compareLocation({
  creates,
  before,
  after,
  baseUrls,
}: ResponsePair): Difference | undefined {
  if (creates === undefined || after.response.header('location') === undefined) return undefined;
  const leads = [before, after].map(
    (exchange, index) =>
      locationOf(exchange, creates.path, parseBaseUrl(baseUrls[index] ?? '').prefix) !== undefined,
  );
  if (leads[0] === leads[1] || leads[0] === false) return undefined;
  const value = after.response.header('location') ?? '';
  return { kind: 'location', at: ['header location'], before: creates.path, after: value };
}
