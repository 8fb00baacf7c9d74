import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { type Finding, lint } from './lint.ts';

const result = (name: string, field: string) => `/components/schemas/${name}Result/properties/${field}`;
const status = '/components/schemas/FailureStatus';
const generate = '/paths/~1v1~1security~1apikey~1generate/post';
const revoke = '/paths/~1v1~1security~1apikey~1{id}/delete';
const unmarked = { 'x-decision': undefined };
const header = { 'X-Session': { description: 'A session.', schema: { type: 'string', example: 'a1' } } };

/** Each is put into the object at a place of the contract: the change, and what the rule finds. */
const planted: readonly (readonly [title: string, place: string, change: object, found: string])[] = [
  ['a pattern', result('Login', 'nickname'), { pattern: '^[a-z]+$' }, '`pattern` of `data.nickname`'],
  ['a length', result('GenerateApiKey', 'note'), { minLength: 1 }, '`minLength` of `data.note`'],
  ['a type', result('Login', 'mfa_enabled'), { type: ['boolean', 'null'] }, '`type` of `data.mfa_enabled`'],
  ['an enum', result('RevokeApiKey', 'message'), { enum: ['Done'] }, '`enum` of `data.message`'],
  [
    'a length of a literal of the source',
    '/components/schemas/SuccessStatus/properties/message',
    { maxLength: 2 },
    '`maxLength` of `status.message`',
  ],
  [
    'another literal than that of the source',
    '/components/schemas/SuccessStatus/properties/code',
    { const: 201 },
    '`const` of `status.code`',
  ],
  [
    'a schema that allows nothing',
    '/components/schemas/LoginResult/properties',
    { me_id: false },
    'the schema false of `data.me_id`',
  ],
  [
    'a field',
    '/components/schemas/LoginResult/properties',
    { locale: { type: 'string' } },
    'the field `data.locale`',
  ],
  [
    'a required field',
    '/components/schemas/LoginEnvelope',
    { required: ['status', 'data', 'usage'] },
    'the required field `usage` of the body',
  ],
  [
    'a pattern of a request',
    '/components/schemas/LoginRequest/properties/identity',
    { ...unmarked, minLength: undefined, maxLength: undefined },
    '`pattern` of `identity`',
  ],
  [
    'a format of a request',
    '/components/schemas/LoginRequest/properties/otp',
    { ...unmarked, minLength: undefined, maxLength: undefined },
    '`format` of `otp`',
  ],
  ['a closed request', '/components/schemas/LoginRequest', unmarked, '`additionalProperties` of the body'],
  ['a pattern behind a reference', '/components/schemas/TraceId', unmarked, '`pattern` of `status.trace_id`'],
  [
    'a minimum',
    '/components/schemas/Usage/properties/latency_ms',
    unmarked,
    '`minimum` of `usage.latency_ms`',
  ],
  [
    'a list of messages of failures',
    `${status}/properties/message`,
    { enum: ['No'] },
    '`enum` of `status.message`',
  ],
  [
    'a code of a failure',
    `${status}/properties/code`,
    { ...unmarked, const: 409 },
    '`const` of `status.code`',
  ],
  ['a field of failures', `${status}/properties/reason`, unmarked, 'the field `status.reason`'],
  ['a required field of failures', status, unmarked, 'the required field `reason` of `status`'],
  [
    'a field of that payload',
    '/components/schemas/ValidationErrors/properties/errors',
    unmarked,
    'the field `data.errors`',
  ],
  [
    'a payload of failures',
    '/components/schemas/Failure/properties',
    { data: { type: 'object', required: ['hint'] } },
    'the required field `hint` of `data`',
  ],
  ['a length of a parameter', `${revoke}/parameters/0/schema`, { minLength: 1 }, '`minLength` of `id`'],
  ['a parameter', `${generate}/parameters/0`, unmarked, 'the parameter `Idempotency-Key`'],
  [
    'a body that is required',
    `${generate}/requestBody`,
    { ...unmarked, required: true },
    'that the body is required',
  ],
  ['a body', revoke, { requestBody: { content: {} } }, 'the request body'],
  ['a failure', '/components/responses/KeyNotFound', unmarked, 'the response 404'],
  ['a header', `${revoke}/responses/200/headers`, header, 'the header `X-Session`'],
  [
    'an operation',
    '/paths',
    { '/v1/keys': { get: { operationId: 'listKeys', responses: {} } } },
    'the operation get /v1/keys',
  ],
];

const contract = JSON.parse(await readFile('generated/strict.json', 'utf8'));
const decisions = await readFile('docs/explanation/decisions.md', 'utf8');

/** What the rules about the source find in a contract that was changed in these places. */
async function findingsIn(changes: readonly (readonly [place: string, change: object])[]) {
  const changed = structuredClone(contract);
  for (const [place, change] of changes) {
    const keys = place.split('/').slice(1);
    const target = keys.reduce((part, key) => part[key.replaceAll('~1', '/')], changed);
    Object.assign(target, change);
  }
  const found = await lint({ 'openapi/openapi.yaml': changed, 'docs/explanation/decisions.md': decisions });
  const rules = ['contract/additions-are-marked', 'contract/responses-are-open'];
  return found.filter(({ rule }) => rules.includes(rule));
}

const missingMark = (what: string) => `Not in the source: ${what}; mark it with \`x-decision\`.`;

let findings: readonly Finding[];

// One run finds them all, each in its place.
beforeAll(async () => {
  findings = await findingsIn(planted.map(([, place, change]) => [place, change]));
});

test.each(planted)('%s needs a mark', (_, place, _change, found) => {
  const here = findings.filter((finding) => finding.place.includes(`#${place}`));
  expect(here.map(({ message }) => message)).toContain(missingMark(found));
});

test('nothing else needs a mark', async () => {
  expect(findings.map(({ message }) => message).sort()).toEqual(
    planted.map(([, , , found]) => missingMark(found)).sort(),
  );
  expect(await findingsIn([])).toEqual([]);
});

test('a mark on an object does not cover what the object says of its fields from outside', async () => {
  const allOf = [{ properties: { nickname: { minLength: 1 } } }];
  expect(contract.components.schemas.LoginResult).toHaveProperty('x-decision');
  const found = await findingsIn([['/components/schemas/LoginResult', { allOf }]]);
  expect(found.map(({ message }) => message)).toEqual([
    'Not in the source: `allOf` of `data`; say it at the field itself.',
  ]);
});

test('a response is open, also where it has a mark', async () => {
  expect(contract.components.schemas.Output).toHaveProperty('x-decision');
  const closed = { additionalProperties: false };
  const found = await findingsIn([['/components/schemas/Output', closed]]);
  expect(found.map(({ message }) => message)).toEqual(['`additionalProperties` closes a response.']);
});
