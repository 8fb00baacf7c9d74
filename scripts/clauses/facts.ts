import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { below, pointerParts, rootOf } from '../../conformance/engine/index.ts';
import { markDecisions } from '../../conformance/suite/mark-decisions.ts';
import { type SourceField, sourceEnvelope, sourceOperations } from './source-fields.ts';

const contract = rootOf(
  markDecisions(JSON.parse(await readFile('generated/openapi.json', 'utf8'))),
);

/** What stands in the contract at a JSON Pointer (RFC 6901), each reference on the way followed; undefined for nothing. */
export function at(pointer: string): unknown {
  return below(contract, ...pointerParts(decodeURIComponent(pointer)))?.value;
}

/** Clauses with a few words, a pointer, and the value there or what must hold of it. */
type Line = readonly [clauses: string, pointer: string, expected: unknown];

const schema = 'content/application~1json/schema';

/** The pointers to a path, its operation, the body and the data of a success. @param name such as `POST /v1/auth/login` */
function placesOf(name: string) {
  const [method = '', path = ''] = name.split(' ');
  const item = `/paths/${path.replaceAll('/', '~1')}`;
  const operation = `${item}/${method.toLowerCase()}`;
  const body = `${operation}/requestBody/${schema}`;
  return { item, operation, body, data: `${operation}/responses/200/${schema}/properties/data` };
}

const login = placesOf('POST /v1/auth/login');
const generate = placesOf('POST /v1/security/apikey/generate');
const revoke = placesOf('DELETE /v1/security/apikey/{id}');

const holds = (test: (found: never) => boolean) => test;
const required = (name: string) => holds((found: readonly string[]) => found.includes(name));
const keys = (...names: string[]) =>
  holds((found: object) => Object.keys(found).sort().join() === names.toSorted().join());
const json = keys('application/json');
const onlyOne = holds((found: readonly unknown[]) => found.length === 1);
const without = (name: string) =>
  holds((found: readonly string[] | undefined) => found === undefined || !found.includes(name));

/** What the source shows of a schema and its fields. That the contract shows nothing else of them is for the linter to say. */
function shown(
  of: string,
  { clause, type, onSuccess, fields = {} }: SourceField,
  success = false,
): Line[] {
  const literal: Line = [`${clause}, 4.1.4, 7 has its value on success`, `${of}/const`, onSuccess];
  return [
    [`${clause} is ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`, `${of}/type`, type],
    ...(success && onSuccess !== undefined ? [literal] : []),
    ...Object.entries(fields).flatMap(([name, field]): Line[] => [
      ...(field.required === undefined ? [] : [requirement(of, name, field)]),
      ...shown(`${of}/properties/${name}`, field, success),
    ]),
  ];
}

function requirement(of: string, name: string, field: SourceField): Line {
  return field.required
    ? [`${field.clause} is required`, `${of}/required`, required(name)]
    : [`${field.clause} is not required`, `${of}/required`, without(name)];
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
  ...[login, generate, revoke].flatMap(({ operation }): Line[] => [
    ['4 success is 200', `${operation}/responses`, holds(hasOneSuccess)],
    ['4 success is application/json', `${operation}/responses/200/content`, json],
  ]),
];

const everyBody: readonly Line[] = Object.entries(sourceOperations).flatMap(([name, facts]) => {
  const { operation, body } = placesOf(name);
  const responses = Object.keys(at(`${operation}/responses`) ?? {}).flatMap((status): Line[] => {
    const of = `${operation}/responses/${status}/${schema}`;
    const { data, ...others } = sourceEnvelope.fields ?? {};
    // That some failures have data, and others not, is a decision of ours.
    const isDeclared = data !== undefined && at(`${of}/properties/data`) !== undefined;
    const declared = isDeclared ? { data: { clause: data.clause, type: data.type } } : {};
    const fields = { ...others, ...(status === '200' ? { data: facts.result } : declared) };
    return [
      ['1.4 every response is JSON', `${operation}/responses/${status}/content`, json],
      ...shown(of, { ...sourceEnvelope, fields }, status === '200'),
    ];
  });
  return [...(facts.request === undefined ? [] : shown(body, facts.request)), ...responses];
});

const others: readonly Line[] = [
  ['5.2 is returned', `${login.data}/required`, required('access_token')],
  ['4.1.1 login is a POST', login.item, keys('post')],
  ['4.1.2, 5.1 no Authorization header is sent', `${login.operation}/security`, []],
  ['4 the request is application/json', `${login.operation}/requestBody/content`, json],
  ['4.1.3 there is a request body', `${login.operation}/requestBody/required`, true],
  [
    '4.1.3 the fields of the request',
    `${login.body}/properties`,
    keys('identity', 'password', 'otp'),
  ],
  [
    '4.1-identity, 4.1-password, 4.1-otp only identity is required',
    `${login.body}/required`,
    ['identity'],
  ],

  ['4.2.1 generation is a POST', generate.item, keys('post')],
  ['4.2.2, 5.3 the token is required', `${generate.operation}/security`, [{ AccessToken: [] }]],
  ['4 the request is application/json', `${generate.operation}/requestBody/content`, json],
  ['4.2.3 the fields of the request', `${generate.body}/properties`, keys('description')],
  [
    '2.3-api_key, 5.4 is returned in this response',
    `${generate.data}/required`,
    required('api_key'),
  ],
  ['5.4 the key is a secret', `${generate.data}/properties/api_key/x-secret`, true],

  ['4.3.1 revocation is a DELETE', revoke.item, keys('delete')],
  ['4.3.2, 5.3 the token is required', `${revoke.operation}/security`, [{ AccessToken: [] }]],
  ['4.3.3 id is the only parameter', `${revoke.operation}/parameters`, onlyOne],
  ['4.3.3 the parameter is named id', `${revoke.operation}/parameters/0/name`, 'id'],
  ['4.3.3 id is in the path', `${revoke.operation}/parameters/0/in`, 'path'],
  ['4.3.3 id is required', `${revoke.operation}/parameters/0/required`, true],
  ['4.3.3 id is any string', `${revoke.operation}/parameters/0/schema`, holds(isAnyString)],
  ['4.3.4 there is no request body', `${revoke.operation}/requestBody`, undefined],
];

function hasOneSuccess(responses: object) {
  const successes = Object.keys(responses).filter((status) => /^[123]/.test(status));
  return successes.join() === '200';
}

function isAnyString({ example: _, ...rest }: Record<string, unknown>) {
  return Object.keys(rest).join() === 'type' && rest.type === 'string';
}

function toFact([text, pointer, expected]: Line) {
  const [, clauses = '', words = ''] = /^(\d[^\s,]*(?:, \d[^\s,]*)*) (.+)$/.exec(text) ?? [];
  return {
    /** The ids of the clauses that show it: `4.1.2`, `4.1-otp`. */
    clauses: clauses.split(', '),
    words,
    /** Where the contract says it, as a JSON Pointer. */
    pointer,
    isTrue: (found: unknown): boolean =>
      // A line with a function says what is there by its own type.
      typeof expected === 'function' ? expected(found) : isDeepStrictEqual(found, expected),
  };
}

/** What the source of the contract shows, and `test/contract/interface.test.ts` tests. */
export const facts = [...common, ...everyBody, ...others].map(toFact);
