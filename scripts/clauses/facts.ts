import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { below, rootOf } from '../../conformance/engine/diff/place.ts';
import { pointerParts } from '../../conformance/engine/document/model/pointer.ts';
import { type SourceField, sourceEnvelope, sourceOperations } from './source-fields.ts';

/** What the source of the contract shows, and `test/contract/interface.test.ts` tests. */
export interface Fact {
  /** The ids of the clauses that show it: `4.1.2`, `4.1-otp`. */
  readonly clauses: readonly string[];
  readonly words: string;
  /** Where the contract says it, as a JSON Pointer. */
  readonly pointer: string;
  isTrue(found: unknown): boolean;
}

const contract = rootOf(JSON.parse(await readFile('generated/strict.json', 'utf8')));

/** What stands in the contract at a JSON Pointer (RFC 6901), each reference on the way followed; undefined for nothing. */
export function at(pointer: string): unknown {
  return below(contract, ...pointerParts(decodeURIComponent(pointer)))?.value;
}

/** Clauses with a few words, a pointer, and the value there or what must hold of it. */
type Line = readonly [clauses: string, pointer: string, expected: unknown];

const login = '/paths/~1v1~1auth~1login';
const generate = '/paths/~1v1~1security~1apikey~1generate';
const revoke = '/paths/~1v1~1security~1apikey~1{id}';
const operations = [`${login}/post`, `${generate}/post`, `${revoke}/delete`];

const schema = 'content/application~1json/schema';
const payload = (operation: string) => `${operation}/responses/200/${schema}/properties/data`;
const body = (operation: string) => `${operation}/requestBody/${schema}`;

const holds = (test: (found: never) => boolean) => test;
const required = (name: string) => holds((found: readonly string[]) => found.includes(name));
const keys = (...names: string[]) => holds((found: object) => sameKeys(found, names));
const without = (name: string) =>
  holds((found: readonly string[] | undefined) => found === undefined || !found.includes(name));

const sameKeys = (value: object, names: string[]) =>
  Object.keys(value).sort().join() === names.toSorted().join();

/** What the source shows of a schema and its fields. That the contract shows nothing else of them is for the linter to say. */
function shown(of: string, { clause, type, onSuccess, fields = {} }: SourceField, success = false): Line[] {
  const literal: Line = [`${clause}, 4.1.4, 7 has its value on success`, `${of}/const`, onSuccess];
  return [
    [`${clause} is ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`, `${of}/type`, type],
    ...(success && onSuccess !== undefined ? [literal] : []),
    ...Object.entries(fields).flatMap(([name, field]): Line[] => [
      ...(field.required === true
        ? [[`${field.clause} is required`, `${of}/required`, required(name)] satisfies Line]
        : []),
      ...(field.required === false
        ? [[`${field.clause} is not required`, `${of}/required`, without(name)] satisfies Line]
        : []),
      ...shown(`${of}/properties/${name}`, field, success),
    ]),
  ];
}

const sourcePaths = Object.keys(sourceOperations).map((name) => name.replace(/^\w+ /, ''));

const common: readonly Line[] = [
  [
    '1.1, 1.2, 1.3, 1.5 three operations; others are decisions',
    '/paths',
    holds(
      (paths: Readonly<Record<string, object>>) =>
        sourcePaths.every((path) => path in paths) &&
        Object.entries(paths).every(
          ([path, item]) =>
            sourcePaths.includes(path) ||
            Object.values(item).every((operation: object) => 'x-decision' in operation),
        ),
    ),
  ],
  [
    '9.1 every path is under /v1',
    '/paths',
    holds((paths: object) => Object.keys(paths).every((path) => path.startsWith('/v1/'))),
  ],
  [
    '0.2 paths are relative to {base_url}',
    '/servers',
    holds((all: { url: string }[]) => all.map(({ url }) => url).join() === '{base_url}'),
  ],
  [
    '5.3 the token is sent as a bearer credential',
    '/components/securitySchemes/AccessToken',
    holds(({ type, scheme }: Record<string, unknown>) => type === 'http' && scheme === 'bearer'),
  ],
  ...operations.flatMap((operation): Line[] => [
    ['4 success is 200', `${operation}/responses`, onlySuccess('200')],
    ['4 success is application/json', `${operation}/responses/200/content`, keys('application/json')],
  ]),
];

const everyBody: readonly Line[] = Object.entries(sourceOperations).flatMap(([name, facts]) => {
  const [method = '', path = ''] = name.split(' ');
  const operation = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
  const responses = Object.keys(at(`${operation}/responses`) ?? {}).flatMap((status): Line[] => {
    const of = `${operation}/responses/${status}/${schema}`;
    const { data, ...others } = sourceEnvelope.fields ?? {};
    // That some failures have data, and others not, is a decision of ours.
    const isDeclared = data !== undefined && at(`${of}/properties/data`) !== undefined;
    const declared = isDeclared ? { data: { clause: data.clause, type: data.type } } : {};
    const fields = { ...others, ...(status === '200' ? { data: facts.result } : declared) };
    return [
      ['1.4 every response is JSON', `${operation}/responses/${status}/content`, keys('application/json')],
      ...shown(of, { ...sourceEnvelope, fields }, status === '200'),
    ];
  });
  return [...(facts.request === undefined ? [] : shown(body(operation), facts.request)), ...responses];
});

const ofLogin: readonly Line[] = [
  ['5.2 is returned', `${payload(`${login}/post`)}/required`, required('access_token')],
  ['4.1.1 login is a POST', login, keys('post')],
  ['4.1.2, 5.1 no Authorization header is sent', `${login}/post/security`, []],
  ['4 the request is application/json', `${login}/post/requestBody/content`, keys('application/json')],
  ['4.1.3 there is a request body', `${login}/post/requestBody/required`, true],
  [
    '4.1.3 the fields of the request',
    `${body(`${login}/post`)}/properties`,
    keys('identity', 'password', 'otp'),
  ],
  [
    '4.1-identity, 4.1-password, 4.1-otp only identity is required',
    `${body(`${login}/post`)}/required`,
    ['identity'],
  ],
];

const ofGenerate: readonly Line[] = [
  ['4.2.1 generation is a POST', generate, keys('post')],
  ['4.2.2, 5.3 the token is required', `${generate}/post/security`, [{ AccessToken: [] }]],
  ['4 the request is application/json', `${generate}/post/requestBody/content`, keys('application/json')],
  ['4.2.3 the fields of the request', `${body(`${generate}/post`)}/properties`, keys('description')],
  [
    '2.3-api_key, 5.4 is returned in this response',
    `${payload(`${generate}/post`)}/required`,
    required('api_key'),
  ],
  ['5.4 the key is a secret', `${payload(`${generate}/post`)}/properties/api_key/x-secret`, true],
];

const ofRevoke: readonly Line[] = [
  ['4.3.1 revocation is a DELETE', revoke, keys('delete')],
  ['4.3.2, 5.3 the token is required', `${revoke}/delete/security`, [{ AccessToken: [] }]],
  [
    '4.3.3 id is the only parameter',
    `${revoke}/delete/parameters`,
    holds((all: unknown[]) => all.length === 1),
  ],
  ['4.3.3 the parameter is named id', `${revoke}/delete/parameters/0/name`, 'id'],
  ['4.3.3 id is in the path', `${revoke}/delete/parameters/0/in`, 'path'],
  ['4.3.3 id is required', `${revoke}/delete/parameters/0/required`, true],
  ['4.3.3 id is any string', `${revoke}/delete/parameters/0/schema`, holds(isAnyString)],
  ['4.3.4 there is no request body', `${revoke}/delete/requestBody`, undefined],
];

function onlySuccess(status: string) {
  return holds(
    (responses: object) =>
      Object.keys(responses)
        .filter((key) => /^[123]/.test(key))
        .join() === status,
  );
}

function isAnyString({ example: _, ...rest }: Record<string, unknown>) {
  return Object.keys(rest).join() === 'type' && rest.type === 'string';
}

function toFact([text, pointer, expected]: Line): Fact {
  const [, clauses = '', words = ''] = /^(\d[^\s,]*(?:, \d[^\s,]*)*) (.+)$/.exec(text) ?? [];
  return {
    clauses: clauses.split(', '),
    words,
    pointer,
    isTrue: (found) =>
      // A line with a function says what is there by its own type.
      typeof expected === 'function' ? expected(found) : isDeepStrictEqual(found, expected),
  };
}

export const facts = [...common, ...everyBody, ...ofLogin, ...ofGenerate, ...ofRevoke].map(toFact);
