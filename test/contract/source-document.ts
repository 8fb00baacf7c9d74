import { expect } from 'vitest';
import { at } from './at.ts';

/**
 * What the source of the contract shows: the ids of the clauses that show it (`4.1.2`, `4.1-otp`) with a few words, where the
 * contract says it, and what it says there.
 */
export type Fact = readonly [clauses: string, pointer: string, expectation: unknown];

const login = '/paths/~1v1~1auth~1login';
const generate = '/paths/~1v1~1security~1apikey~1generate';
const revoke = '/paths/~1v1~1security~1apikey~1{id}';
const operations = [`${login}/post`, `${generate}/post`, `${revoke}/delete`];

const schema = 'content/application~1json/schema';
const bodyOf = (operation: string) => `${operation}/responses/200/${schema}`;
const payload = (operation: string) => `${bodyOf(operation)}/properties/data`;
const body = (operation: string) => `${operation}/requestBody/${schema}`;

const required = (...names: string[]) => expect.arrayContaining(names);
const keys = (...names: string[]) => expect.toSatisfy((value) => sameKeys(value, names), `has keys ${names}`);
const without = (name: string) =>
  expect.toSatisfy((value) => value === undefined || !value.includes(name), `leaves out ${name}`);

const sameKeys = (value: object, names: string[]) =>
  Object.keys(value).sort().join() === names.toSorted().join();

const fields = (section: string, of: string, types: Record<string, string>, parent = ''): Fact[] =>
  Object.entries(types).map(([name, type]) => [
    `${section}-${parent}${name} is of the type ${type}`,
    `${of}/properties/${name}/type`,
    type,
  ]);

const envelope = (of: string): Fact[] => [
  ['1.4, 2.1 the envelope is an object', `${of}/type`, 'object'],
  ['2.1-status is required', `${of}/required`, required('status')],
  ['2.1-output is not required', `${of}/required`, without('output')],
  ['2.1-usage is not required', `${of}/required`, without('usage')],
  ...fields('2.1', of, { status: 'object', output: 'object', usage: 'object' }),
  [
    '2.1-status.code, 2.1-status.message, 2.1-status.trace_id are required',
    `${of}/properties/status/required`,
    required('code', 'message', 'trace_id'),
  ],
  ...fields(
    '2.1',
    `${of}/properties/status`,
    { code: 'integer', message: 'string', trace_id: 'string' },
    'status.',
  ),
  ...fields('2.1', `${of}/properties/usage`, { latency_ms: 'integer' }, 'usage.'),
  ['2.1-usage.latency_ms is not required', `${of}/properties/usage/required`, without('latency_ms')],
];

const sourcePaths = ['/v1/auth/login', '/v1/security/apikey/generate', '/v1/security/apikey/{id}'];

const common: readonly Fact[] = [
  [
    '1.1, 1.2, 1.3, 1.5 three operations, and others only as decisions of ours',
    '/paths',
    expect.toSatisfy(
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
    expect.toSatisfy((paths) => Object.keys(paths).every((path) => path.startsWith('/v1/'))),
  ],
  ['0.2 paths are relative to {base_url}', '/servers', [expect.objectContaining({ url: '{base_url}' })]],
  ...envelope('/components/schemas/ResponseEnvelope'),
  ['2.1-data is an object', '/components/schemas/ResponseEnvelope/properties/data/type', 'object'],
  [
    '2.1-data is not required of every response',
    '/components/schemas/ResponseEnvelope/required',
    without('data'),
  ],
  [
    '5.3 the token is sent as a bearer credential',
    '/components/securitySchemes/AccessToken',
    expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  ],
  ...operations.flatMap((operation): Fact[] => [
    ['4 success is 200', `${operation}/responses`, onlySuccess('200')],
    ['4 success is application/json', `${operation}/responses/200/content`, keys('application/json')],
    ['2.1-data is an object', `${payload(operation)}/type`, 'object'],
    [
      '2.1-status.code, 4.1.4, 7 code is 200 on success',
      `${bodyOf(operation)}/properties/status/properties/code/const`,
      200,
    ],
    [
      '2.1-status.message, 4.1.4, 7 message is "OK" on success',
      `${bodyOf(operation)}/properties/status/properties/message/const`,
      'OK',
    ],
  ]),
];

const everyResponse: readonly Fact[] = operations.flatMap((operation) =>
  Object.keys(at(`${operation}/responses`) ?? {}).flatMap((status) => {
    const content = `${operation}/responses/${status}/content`;
    return [
      ['1.4 every response is JSON', content, keys('application/json')],
      ...envelope(`${content}/application~1json/schema`),
    ] satisfies Fact[];
  }),
);

const ofLogin: readonly Fact[] = [
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
  ...fields('4.1', body(`${login}/post`), {
    identity: 'string',
    password: 'string',
    otp: 'string',
  }),
  ...fields('2.2', payload(`${login}/post`), {
    access_token: 'string',
    me_id: 'string',
    mfa_enabled: 'boolean',
    nickname: 'string',
  }),
];

const ofGenerate: readonly Fact[] = [
  ['4.2.1 generation is a POST', generate, keys('post')],
  ['4.2.2, 5.3 the token is required', `${generate}/post/security`, [{ AccessToken: [] }]],
  ['4 the request is application/json', `${generate}/post/requestBody/content`, keys('application/json')],
  ['4.2.3 the fields of the request', `${body(`${generate}/post`)}/properties`, keys('description')],
  ...fields('4.2', body(`${generate}/post`), { description: 'string' }),
  ...fields('2.3', payload(`${generate}/post`), {
    api_key: 'string',
    note: 'string',
  }),
  [
    '2.3-api_key, 5.4 is returned in this response',
    `${payload(`${generate}/post`)}/required`,
    required('api_key'),
  ],
  ['5.4 the key is a secret', `${payload(`${generate}/post`)}/properties/api_key/x-secret`, true],
];

const ofRevoke: readonly Fact[] = [
  ['4.3.1 revocation is a DELETE', revoke, keys('delete')],
  ['4.3.2, 5.3 the token is required', `${revoke}/delete/security`, [{ AccessToken: [] }]],
  [
    '4.3.3 id is the only parameter',
    `${revoke}/delete/parameters`,
    expect.toSatisfy((all) => all.length === 1),
  ],
  ['4.3.3 the parameter is named id', `${revoke}/delete/parameters/0/name`, 'id'],
  ['4.3.3 id is in the path', `${revoke}/delete/parameters/0/in`, 'path'],
  ['4.3.3 id is required', `${revoke}/delete/parameters/0/required`, true],
  ['4.3.3 id is any string', `${revoke}/delete/parameters/0/schema`, expect.toSatisfy(isAnyString)],
  ['4.3.4 there is no request body', `${revoke}/delete/requestBody`, undefined],
  ...fields('2.4', payload(`${revoke}/delete`), { message: 'string' }),
];

function onlySuccess(status: string) {
  return expect.toSatisfy(
    (responses) =>
      Object.keys(responses)
        .filter((key) => /^[123]|default/.test(key))
        .join() === status,
    `has no success but ${status}`,
  );
}

function isAnyString({ example: _, ...rest }: Record<string, unknown>) {
  return Object.keys(rest).join() === 'type' && rest.type === 'string';
}

export const facts = [...common, ...everyResponse, ...ofLogin, ...ofGenerate, ...ofRevoke];
