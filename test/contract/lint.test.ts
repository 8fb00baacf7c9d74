import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { markDecisions } from '../../conformance/suite/mark-decisions.ts';
import { lintContract } from '../../scripts/lint-contract/rules.ts';
import { redocly } from '../../scripts/linters.ts';
import { temporaryFile } from '../support/server/database.ts';

/** The contract with its marks, as the linter reads it from its source. */
const contract = markDecisions(JSON.parse(readFileSync('generated/openapi.json', 'utf8')));
const decisions = readFileSync('docs/test/decisions.md', 'utf8');

/** Fields that are put into the object at a place of the contract; those that are undefined are removed from it. */
type Change = readonly [place: string, fields: object];

function changed(changes: readonly Change[]) {
  const copy = structuredClone(contract);
  for (const [place, fields] of changes) {
    const keys = place.split('/').slice(1);
    Object.assign(
      keys.reduce((part, key) => part[key.replaceAll('~1', '/')], copy),
      fields,
    );
  }
  return JSON.parse(JSON.stringify(copy));
}

/** What our rules find in a contract with these changes. */
const messagesFor = (changes: readonly Change[], text = decisions) => [
  ...new Set(lintContract(changed(changes), text).map(({ message }) => message)),
];

const schemas = '/components/schemas';
const result = (name: string, field: string) => `${schemas}/${name}Result/properties/${field}`;
const login = '/paths/~1v1~1auth~1login/post';
const generate = '/paths/~1v1~1security~1apikey~1generate/post';
const revoke = '/paths/~1v1~1security~1apikey~1{id}/delete';
const notFound = '/components/responses/KeyNotFound';
const notFoundJson = `${notFound}/content/application~1json`;
const unmarked = { 'x-decision': undefined };
const free = { ...unmarked, minLength: undefined, maxLength: undefined };
const header = {
  'X-Session': { description: 'A session.', schema: { type: 'string', example: 'a1' } },
};

test('the contract follows every rule', () => {
  expect(messagesFor([])).toEqual([]);
});

// The section of a mark that is removed still has another one.
const slugs = [...decisions.matchAll(/^## (.+)$/gm)].map(([, slug]) => slug);
const marked: Change = ['/info', { 'x-more': { 'x-decision': slugs } }];

const missingMark = (what: string) => `Not in the source: ${what}; mark it with \`x-decision\`.`;

test.each<readonly [place: string, fields: object, found: string]>([
  [result('Login', 'nickname'), { pattern: '^[a-z]+$' }, '`pattern` of `data.nickname`'],
  [result('GenerateApiKey', 'note'), { minLength: 1 }, '`minLength` of `data.note`'],
  [result('Login', 'mfa_enabled'), { type: ['boolean', 'null'] }, '`type` of `data.mfa_enabled`'],
  [result('RevokeApiKey', 'message'), { enum: ['Done'] }, '`enum` of `data.message`'],
  [
    `${schemas}/SuccessStatus/properties/message`,
    { maxLength: 2 },
    '`maxLength` of `status.message`',
  ],
  [`${schemas}/SuccessStatus/properties/code`, { const: 201 }, '`const` of `status.code`'],
  [`${schemas}/LoginResult/properties`, { me_id: false }, 'the schema false of `data.me_id`'],
  [`${schemas}/LoginResult/properties`, { locale: { type: 'string' } }, 'the field `data.locale`'],
  [`${schemas}/LoginRequest/properties/identity`, free, '`pattern` of `identity`'],
  [`${schemas}/LoginRequest/properties/otp`, free, '`format` of `otp`'],
  [`${schemas}/LoginRequest`, unmarked, '`additionalProperties` of the body'],
  [`${schemas}/TraceId`, unmarked, '`pattern` of `status.trace_id`'],
  [`${schemas}/Usage/properties/latency_ms`, unmarked, '`minimum` of `usage.latency_ms`'],
  [`${schemas}/FailureStatus/properties/message`, { enum: ['No'] }, '`enum` of `status.message`'],
  [
    `${schemas}/FailureStatus/properties/code`,
    { ...unmarked, const: 409 },
    '`const` of `status.code`',
  ],
  [`${schemas}/FailureStatus/properties/reason`, unmarked, 'the field `status.reason`'],
  [`${schemas}/FailureStatus`, unmarked, 'the required field `reason` of `status`'],
  [`${schemas}/ValidationErrors/properties/errors`, unmarked, 'the field `data.errors`'],
  [
    `${schemas}/Failure/properties`,
    { data: { type: 'object', required: ['hint'] } },
    'the required field `hint` of `data`',
  ],
  [`${revoke}/parameters/0/schema`, { minLength: 1 }, '`minLength` of `id`'],
  [`${generate}/parameters/0`, unmarked, 'the parameter `Idempotency-Key`'],
  [`${generate}/requestBody`, { ...unmarked, required: true }, 'that the body is required'],
  [notFound, unmarked, 'the response 404'],
  [`${revoke}/responses/200/headers`, header, 'the header `X-Session`'],
  [
    '/paths',
    { '/v1/keys': { get: { operationId: 'list', responses: {} } } },
    'the operation GET /v1/keys',
  ],
])('what the source does not show needs a mark: %s %j', (place, fields, found) => {
  expect(messagesFor([[place, fields], marked])).toEqual([missingMark(found)]);
});

test('a mark on an object does not cover what the object says of its fields from outside', () => {
  expect(contract.components.schemas.LoginResult).toHaveProperty('x-decision');
  const allOf = [{ properties: { nickname: { minLength: 1 } } }];
  expect(messagesFor([[`${schemas}/LoginResult`, { allOf }]])).toEqual([
    'Not in the source: `allOf` of `data`; say it at the field itself.',
  ]);
});

const notListed =
  'its `x-extensible-enum` does not list the reasons of its examples, in their order';

test.each([
  [
    `${revoke}/responses`,
    { 409: { $ref: '#/components/responses/KeyNotFound' } },
    'an example has the code 404 in the response 409',
  ],
  [notFound, { 'x-extensible-enum': undefined }, notListed],
  [notFound, { 'x-extensible-enum': ['key_not_found', 'key_expired'] }, notListed],
])('a failure lists its reasons: %s %j', (place, fields, error) => {
  const found = messagesFor([[place, fields]]);
  expect(found.filter((message) => message.startsWith('The reasons of a failure'))).toEqual([
    `The reasons of a failure are wrong: ${error}.`,
  ]);
});

test('a response may be one of several envelopes', () => {
  const anyOf = ['Failure', 'ValidationFailure'].map((name) => ({ $ref: `#${schemas}/${name}` }));
  expect(messagesFor([[notFoundJson, { schema: { anyOf } }]])).toEqual([]);
});

test('a response is open at any depth, also where it has a mark', () => {
  expect(contract.components.schemas.Output).toHaveProperty('x-decision');
  const items = {
    type: 'object',
    unevaluatedProperties: false,
    minProperties: 1,
    maxProperties: 2,
  };
  const closed = { additionalProperties: false, properties: { list: { type: 'array', items } } };
  const keywords = [
    'additionalProperties',
    'unevaluatedProperties',
    'minProperties',
    'maxProperties',
  ];
  expect(messagesFor([[`${schemas}/Output`, closed]]).toSorted()).toEqual(
    [
      ...keywords.map((keyword) => `\`${keyword}\` closes a response.`),
      missingMark('the field `output.list`'),
    ].toSorted(),
  );
});

const malformed =
  '/components/responses/BadRequest/content/application~1json/examples/malformed_request';
const leak = (name: string) =>
  `Example \`key_not_found\` shows the secret \`${name}\`, which its response does not declare.`;
const { example: apiKey } = contract.components.schemas.GenerateApiKeyResult.properties.api_key;
const { example: password } = contract.components.schemas.LoginRequest.properties.password;

test.each([
  [
    malformed,
    { 'x-cause': undefined },
    'Example `malformed_request` is on no request and has no `x-cause`.',
  ],
  [
    `${revoke}/parameters/0/examples`,
    { key_not_found: undefined },
    'Example `key_not_found` is on no request and has no `x-cause`.',
  ],
  [
    `${login}/requestBody/content/application~1json/examples`,
    { unknown: { value: {} } },
    'Example `unknown` of a request has no response of that key.',
  ],
  [
    `${revoke}/responses/200/content/application~1json/examples`,
    { key_not_found: { value: {} } },
    'Example `key_not_found` is in two responses of one operation.',
  ],
  [`${notFoundJson}/examples/key_not_found/value`, { api_key: 'another' }, leak('api_key')],
  [`${notFoundJson}/examples/key_not_found/value`, { errors: [{ otp: null }] }, leak('otp')],
  [`${notFoundJson}/examples/key_not_found/value`, { hint: `not ${apiKey} but` }, leak('api_key')],
  [`${notFoundJson}/examples/key_not_found/value`, { hint: password }, leak('password')],
])('an example has its cause and no secret: %s %j', (place, fields, message) => {
  expect(messagesFor([[place, fields]])).toEqual([message]);
});

test('every mark, wherever it is, has a section, and every section a mark', () => {
  const places = ['/info', '/tags/0', '/servers/0', login, notFound, `${schemas}/Usage`];
  const changes = places.map(
    (place, at) => [place, { 'x-more': { 'x-decision': ['errors', `new-${at}`] } }] as const,
  );
  expect(messagesFor(changes).toSorted()).toEqual(
    places.map((_, at) => `Decision \`new-${at}\` has no section in docs/test/decisions.md.`),
  );
  expect(messagesFor([], `${decisions}\n## windows\n\nThere are none.\n`)).toEqual([
    'Section `windows` of docs/test/decisions.md has no mark in the contract.',
  ]);
});

const said = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/keys' };
const ends = (more: object = {}) => ({ deprecated: true, 'x-deprecation': { ...said, ...more } });
const nickname = result('Login', 'nickname');

test.each([
  [login, { deprecated: true }, 'x-deprecation must be object'],
  [nickname, { deprecated: true }, 'x-deprecation must be object'],
  [`${revoke}/parameters/0`, { deprecated: true }, 'x-deprecation must be object'],
  ['/components/headers/RetryAfter', { deprecated: true }, 'x-deprecation must be object'],
  [login, { 'x-deprecation': said }, '`x-deprecation` needs `deprecated: true`.'],
  [login, ends({ since: '1 January 2027' }), 'x-deprecation/since must match format "date"'],
  [login, ends({ since: '2027-02-30' }), 'x-deprecation/since must match format "date"'],
  [login, ends({ sunset: '2027-12-31' }), '`sunset` is less than twelve months after `since`.'],
  [login, ends({ sunset: undefined }), "x-deprecation must have required property 'sunset'"],
  [login, ends({ link: '/docs' }), 'x-deprecation/link must match pattern "^https://[^ <>"]+$"'],
  [login, ends({ until: '2028-01-01' }), 'x-deprecation must NOT have additional properties'],
  [login, ends({ successor: 'login' }), '`successor` names no operation that stays.'],
  [login, ends({ successor: 'logout' }), '`successor` names no operation that stays.'],
  [nickname, ends({ successor: 'login' }), 'Only an operation has a `successor`.'],
])(
  'what ends says since when, until when and where to read more: %s %j',
  (place, fields, message) => {
    expect(messagesFor([[place, fields]])).toEqual([message]);
  },
);

test.each([
  [login, ends({ successor: 'generateApiKey' })],
  [nickname, ends()],
])('what ends and says so is accepted: %s', (place, fields) => {
  expect(messagesFor([[place, fields]])).toEqual([]);
});

test('a pattern that a language does not know, or reads in another way, is rejected wherever it is', () => {
  const portable = [
    ...[
      '^[0-9a-f]{32}$',
      '^[ -~]+$',
      '^[^@\u0001- ]+@[^@\u0001- ]+$',
      '^(a|b*)?c{2,}$',
      '^$',
      '^(|a)$',
    ],
    ...['^[-a]$', '^[a-z-]$', '^[\\-a]$', '^[$.^]$', '^a{1000}$', '^((a|b)c)+$'],
    '^\\t\\n\\(\\)\\*\\+\\.\\?\\[\\\\\\]\\^\\{\\|\\}$',
  ];
  const notPortable = [
    // Anchors, look-around, groups that are more than a group, references and escapes.
    ...[
      'a$',
      '^a',
      '^a\\$',
      '^a|b$',
      '^a$b$',
      '^(?=a)a$',
      '^(?:a)$',
      '^(?i)a$',
      '^(a)\\1$',
      '^\\d$',
    ],
    ...['^[\\w]$', '^\\ba$', '^\\p{L}$', '^\\u0041$', '^[\\x41]$', '^\\0$', '^\\-$'],
    // Quantifiers.
    ...['^a*?$', '^a{1,2}?$', '^a++$', '^a{,3}$', '^a{2,1}$', '^a{1001}$'],
    // Classes, ends that are missing, and characters that are two, half of one, or end a literal.
    ...['^.$', '^[]$', '^[^]$', '^[[:alpha:]]$', '^[z-a]$', '^[a-c-e]$', '^(a$', '^a)$', '^{a}$'],
    ...['^\u{1F600}$', '^[\u{1F600}]$', '^\uD83D$', '^[\u2028]$'],
  ];
  const patternProperties = Object.fromEntries(
    [...portable, ...notPortable].map((name) => [name, {}]),
  );
  const found = messagesFor([
    ['/info', { 'x-more': { patternProperties } }],
    ['/components/headers/RetryAfter/schema', { pattern: '^(?!header)$' }],
  ]);
  expect(found.toSorted()).toEqual(
    [...notPortable, '^(?!header)$']
      .map((text) => `The pattern \`${text}\` is not portable.`)
      .toSorted(),
  );
});

test('no rule is misspelt in the configuration of Redocly', async () => {
  const { stderr } = await redocly(
    'lint',
    '--config',
    'openapi/redocly.yaml',
    'openapi/openapi.yaml',
  );
  expect(stderr).toMatch(/validating/);
  expect(stderr).not.toMatch(/Unused rules|is not expected here/);
});

test('the assertions in it find names in another case, summaries that are no command and examples without a name', async () => {
  const text = { type: 'string', example: 'front' };
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));
  const fields = named([
    'door_2',
    'doorName',
    'DoorName',
    'door-name',
    'door__name',
    '_door',
    'door_',
  ]);
  const summaries = [
    'Pass a door',
    'open a door',
    'Opens a door',
    'Open it.',
    `Open ${'a'.repeat(60)}`,
  ];
  const parameters = ['door_name', 'X-Door-Name', 'doorName'].map((name) => ({
    in: 'query',
    name,
  }));
  const operations = summaries.map((summary, i) => ({
    summary,
    operationId: i ? 'open_it' : 'openIt',
  }));
  const [get, put, post, patch, head] = operations;
  const document = changed([
    ['/paths', { '/doors': { parameters, get, put, post, patch, head } }],
    [schemas, { ...named(['doorName', 'DoorName']), Door: { type: 'object', properties: fields } }],
    [
      '/components/responses',
      { door_gone: {}, DoorGone: { content: { 'text/plain': { example: 'gone' } } } },
    ],
  ]);
  const file = temporaryFile('openapi.json', JSON.stringify(document));
  const options = [
    '--config',
    'openapi/redocly.yaml',
    '--format',
    'json',
    '--max-problems',
    '1000',
  ];
  const { stdout } = await redocly('lint', ...options, file);
  const problems: { ruleId: string; location: { pointer?: string }[] }[] =
    JSON.parse(stdout).problems;
  const places = (rule: string) =>
    problems.flatMap(({ ruleId, location: [at] }) =>
      ruleId === `rule/${rule}` ? [at?.pointer?.split('/').slice(-2).join('/')] : [],
    );
  const [methods, wrong] = [['put', 'post', 'head', 'patch'], Object.keys(fields).slice(1)];
  expect(places('fields-are-snake-case')).toEqual(wrong.map((name) => `properties/${name}`));
  expect(places('parameters-are-snake-case-or-headers')).toEqual(['2/name']);
  expect(places('summary-reads-as-a-command')).toEqual(
    methods.map((method) => `${method}/summary`),
  );
  expect(places('operation-ids-are-camel-case')).toEqual(
    methods.map((method) => `${method}/operationId`),
  );
  expect(places('schemas-are-pascal-case')).toEqual(['schemas/doorName']);
  expect(places('responses-are-pascal-case')).toEqual(['responses/door_gone']);
  expect(places('responses-have-named-examples')).toEqual([
    'content/text~1plain',
    'text~1plain/example',
  ]);
});
