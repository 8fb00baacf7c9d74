import type { CompletedExchange } from '../check.ts';
import { isJsonObject, type JsonObject, pointerParts, valueAt } from '../document/model/pointer.ts';
import { wordsOf } from './words.ts';

/** A value that a server names in a rejection, and what it says about it. */
export interface Blame {
  /** Undefined: the server does not say. */
  readonly in: 'body' | 'query' | 'path' | 'header' | 'cookie' | undefined;
  /** The names and numbers that lead to it. */
  readonly at: readonly string[];
  readonly message: string;
}

interface Row {
  readonly framework: string;
  /** Where the list of problems is: a JSON pointer. */
  readonly list: string;
  /** In a problem: the pointers of what names the value, and of what is said. */
  readonly name: readonly string[];
  readonly message: readonly string[];
  /** Where the value is. */
  readonly place?: string;
}

/** Lists of objects, each about one value. */
const rows: readonly Row[] = [
  { framework: 'FastAPI', list: '/detail', name: ['/loc'], message: ['/msg'] },
  {
    framework: 'express-validator',
    list: '/errors',
    name: ['/path', '/param'],
    message: ['/msg'],
    place: '/location',
  },
  {
    framework: 'Spring',
    list: '/errors',
    name: ['/field', '/fieldName', '/propertyPath', '/property'],
    message: ['/defaultMessage', '/message', '/reason', '/code'],
  },
  {
    framework: 'Spring',
    list: '/fieldErrors',
    name: ['/field', '/property'],
    message: ['/message', '/defaultMessage'],
  },
  {
    framework: 'Symfony, Quarkus, Zalando problem',
    list: '/violations',
    name: ['/propertyPath', '/field', '/property'],
    message: ['/message', '/title'],
    place: '/in',
  },
  { framework: 'RFC 7807', list: '/invalid-params', name: ['/name'], message: ['/reason'] },
  { framework: 'RFC 7807', list: '/invalidParams', name: ['/name'], message: ['/reason'] },
  { framework: 'RFC 7807', list: '/invalid_params', name: ['/name'], message: ['/reason'] },
  { framework: 'RFC 9457', list: '/errors', name: ['/pointer'], message: ['/detail', '/message'] },
  {
    framework: 'JSON:API',
    list: '/errors',
    name: ['/source/pointer', '/source/parameter'],
    message: ['/detail', '/title'],
  },
  {
    framework: 'Directus, GraphQL',
    list: '/errors',
    name: ['/extensions/field', '/extensions/argumentName'],
    message: ['/message'],
  },
  {
    framework: 'Ajv',
    list: '/errors',
    name: ['/instancePath', '/dataPath'],
    message: ['/message'],
  },
  { framework: 'Ajv', list: '', name: ['/instancePath', '/dataPath'], message: ['/message'] },
  { framework: 'Zod', list: '/issues', name: ['/path'], message: ['/message'] },
  { framework: 'Zod', list: '/error/issues', name: ['/path'], message: ['/message'] },
  { framework: 'Zod, Joi', list: '/errors', name: ['/path', '/field'], message: ['/message'] },
  {
    framework: 'Joi',
    list: '/details',
    name: ['/path', '/field', '/property'],
    message: ['/message', '/issue'],
  },
  {
    framework: 'Google',
    list: '/error/details/0/fieldViolations',
    name: ['/field'],
    message: ['/description'],
  },
  {
    framework: 'others',
    list: '/error/details',
    name: ['/field', '/path', '/target'],
    message: ['/message', '/issue'],
  },
  { framework: 'others', list: '/error/errors', name: ['/field', '/path'], message: ['/message'] },
];

/** Where frameworks have an object with what is wrong by name: `{"errors": {"capacity": ["must be positive"]}}`. */
const maps: readonly (readonly [framework: string, pointer: string])[] = [
  ['Laravel, ASP.NET, Rails', '/errors'],
  ['Spring', '/fieldErrors'],
  ['others', '/details'],
  ['others', '/error/details'],
  ['others', '/error/fields'],
  ['others', '/fields'],
  ['Directus and others', '/detail'],
  ['Django REST', ''],
];

/** Lists of sentences. */
const lists: readonly (readonly [framework: string, pointer: string])[] = [
  ['NestJS', '/message'],
  ['Rails', '/errors'],
  ['others', '/messages'],
  ['others', '/details'],
];

/** Sentences that begin with a name, or quote it. */
const sentences: readonly (readonly [framework: string, pattern: RegExp])[] = [
  ['Fastify', /^(body|querystring|params|headers)\/([\w/$-]+) (.*)/],
  [
    'Fastify, Ajv',
    /^(?:(body|querystring|params|headers|data) )?must have required property '([^']+)'()/,
  ],
  ['go-playground', /^()Key: '(?:\w+\.)*(\w+)' (Error.*)/],
  ['Mongoose', /()Path `([\w.]+)` (.*)/],
  ['Joi', /^()"([\w.[\]]+)" (.*)/],
  [
    'class-validator',
    /^()(?:each value in |property )?([a-z_][\w.]*) ((?:must|should|is|has|may|can|cannot)\b.*)/,
  ],
];

/** The values that a rejection names, the most precise first. */
export function blamesIn(exchange: CompletedExchange): readonly Blame[] {
  const body = exchange.response.json?.value;
  const listed = rows.flatMap((row) => fromList(body, row));
  if (listed.length > 0) return distinct(listed);
  const mapped = maps.flatMap(([, at]) => fromMap(valueAt(body, at), at === ''));
  if (mapped.length > 0) return distinct(mapped);
  const texts = lists.flatMap(([, at]) => textsIn(valueAt(body, at)));
  const said = texts.length > 0 ? texts : [wordsOf(exchange) ?? ''];
  return distinct(said.flatMap(fromSentence));
}

function fromList(body: unknown, { list, name, message, place }: Row): Blame[] {
  const problems = valueAt(body, list);
  if (!Array.isArray(problems)) return [];
  return problems.filter(isJsonObject).flatMap((problem) => {
    const named = first(problem, name);
    const said = first(problem, message);
    const missing = valueAt(problem, '/params/missingProperty');
    if (named === undefined || typeof said !== 'string') return [];
    const parts = partsOf(named);
    const at = typeof missing === 'string' ? [...parts, missing] : parts;
    const given = place === undefined ? undefined : valueAt(problem, place);
    return at.length === 0 ? fromSentence(said) : [blame(at, said, given)];
  });
}

const first = (problem: JsonObject, pointers: readonly string[]): unknown =>
  pointers
    .map((at) => valueAt(problem, at))
    .find((value) => value !== undefined && value !== null && value !== '');

/** `items.0.sku`, `items[0].sku`, `/items/0/sku`, `["body", "items", 0, "sku"]`. */
function partsOf(name: unknown): string[] {
  if (Array.isArray(name)) return name.map(String);
  const text = String(name);
  if (/^#?\//.test(text)) return pointerParts(text.replace(/^#/, ''));
  return text.split(/[.[\]/]+/).filter((part) => part !== '');
}

const places: Readonly<Record<string, Blame['in']>> = {
  body: 'body',
  query: 'query',
  querystring: 'query',
  path: 'path',
  params: 'path',
  header: 'header',
  headers: 'header',
  cookie: 'cookie',
  cookies: 'cookie',
};

function blame(at: readonly string[], message: string, given?: unknown): Blame {
  const place = places[String(given)];
  if (place !== undefined) return { in: place, at, message };
  const [head = '', ...rest] = at;
  const named = places[head];
  return named !== undefined && rest.length > 0
    ? { in: named, at: rest, message }
    : { in: undefined, at, message };
}

/** At the root, a text is about the whole request. */
function fromMap(fields: unknown, isRoot: boolean): Blame[] {
  if (!isJsonObject(fields)) return [];
  return Object.entries(fields).flatMap(([name, said]): Blame[] => {
    const texts = textsIn(said);
    const isOwn = Array.isArray(said) && texts.length > 0;
    const isSaid = typeof said === 'string' && !isRoot && !describing.has(name);
    if ((isOwn && !aboutAll.has(name)) || isSaid)
      return texts.map((text) => blame(partsOf(name), text));
    // `{"address": {"city": ["must not be empty"]}}`.
    return isJsonObject(said) && !describing.has(name)
      ? fromMap(said, false).map((inner) => ({ ...inner, at: [name, ...inner.at] }))
      : [];
  });
}

/** The fields of an error that say what it is, not what it is about. */
const describing = new Set(
  'cause code data description detail details documentation_url error error_description errors exception extensions instance message messages method non_field_errors path reason requestId request_id status statusCode statusText success timestamp title trace traceId trace_id type'.split(
    ' ',
  ),
);

/** Lists of sentences about the whole request, or about values that each names itself. */
const aboutAll = new Set(
  'detail details error errors message messages non_field_errors'.split(' '),
);

const textsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

function fromSentence(text: string): Blame[] {
  for (const [, pattern] of sentences) {
    const [, place, name, said] = pattern.exec(text.trim()) ?? [];
    if (name !== undefined) return [blame(partsOf(name), said || text, place || undefined)];
  }
  return [];
}

function distinct(blames: readonly Blame[]): Blame[] {
  const useful = blames.filter(({ at }) => at.length > 0 && at.every((part) => part.length < 100));
  return [...new Map(useful.map((one) => [JSON.stringify([one.in, one.at]), one])).values()];
}
