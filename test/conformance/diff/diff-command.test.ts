import { describe, expect, test } from 'vitest';
import { commandLine } from '../../bin/support/in-process.ts';
import { temporaryFile } from '../../support/server/database.ts';

const get = (schema: string, others = '') =>
  `openapi: 3.0.3\npaths: { /pets: { get: { ${others} responses: { 200: { description: OK, content: { application/json: { schema: ${schema} } } } } } } }\n`;

/** Runs `diff` on two documents. */
function diff(before: string, after: string, ...args: readonly string[]) {
  const files = [temporaryFile('old.yaml', before), temporaryFile('new.yaml', after)];
  return commandLine(['diff', ...files, ...args]);
}

const object = (fields: string, others = '') =>
  `{ type: object, properties: { ${fields} } ${others} }`;

test('rates each change for clients and for servers, and fails when clients break', async () => {
  const { code, stdout } = await diff(
    get(object('a: { type: string }')),
    get(object('b: { type: string }, c: { type: integer }', ', required: [c]')),
  );
  expect(stdout).toBe(`CLIENTS  SERVERS  WHAT CHANGED
break    -        GET /pets 200.a: field removed (clients miss it)
work     follow   GET /pets 200.c: required field added (servers must send it)
work     -        GET /pets 200.b: optional field added (clients ignore unknown fields)
1 breaking, 2 additive, 0 editorial; servers must follow 1
`);
  expect(code).toBe(1);
});

test('fails with --fail-for servers only when servers must follow', async () => {
  const promise = [get(object('a: {}')), get(object('a: {}, b: {}', ', required: [b]'))] as const;
  expect((await diff(...promise)).code).toBe(0);
  expect((await diff(...promise, '--fail-for', 'servers')).code).toBe(1);
  const loss = [promise[1], promise[0].replace('b: {}', '')] as const;
  expect((await diff(...loss, '--fail-for', 'servers')).code).toBe(0);
});

test('accepts what a suppression with a reason names, and lists those without a finding', async () => {
  const at = '/paths/~1pets/get/responses/200/content/application~1json/schema/properties/a';
  const list = temporaryFile(
    'accepted.yaml',
    `[{ at: ${at}, reason: nobody uses it }, { at: /x, reason: old }]`,
  );
  const { code, stdout } = await diff(
    get(object('a: {}')),
    get(object('')),
    '--suppressions',
    list,
  );
  expect(stdout).toBe(
    'Nothing changed that is not suppressed.\nsuppressed: GET /pets 200.a: field removed (nobody uses it)\nunused suppression: /x (old)\n',
  );
  expect(code).toBe(0);
  const unexplained = temporaryFile('unexplained.yaml', `[{ at: ${at} }]`);
  expect(await diff(get('{}'), get('{}'), '--suppressions', unexplained)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('suppression 1 has no `reason`'),
  });
});

test('writes JSON, Markdown and annotations for GitHub', async () => {
  const change = [get(object('a: {}')), get(object('b: {}'))] as const;
  const { findings, unused } = JSON.parse((await diff(...change, '--format', 'json')).stdout);
  expect(findings[0]).toMatchObject({
    impact: 'breaking',
    subject: 'GET /pets 200.a',
    change: 'field removed',
  });
  expect(unused).toEqual([]);
  expect((await diff(...change, '--format', 'markdown')).stdout).toContain(
    '**Breaks clients.**\n\n- `GET /pets 200.a`',
  );
  expect((await diff(...change, '--format', 'github')).stdout).toMatch(
    /^::error file=\S+new\.yaml,title=GET \/pets 200\.a%3A field removed::clients miss it .*\n::warning /,
  );
});

test("says which document can't be read, with exit code 2", async () => {
  const { code, stderr } = await diff('openapi: 1.0', get('{}'));
  expect(stderr).toMatch(
    /old\.yaml is OpenAPI 1; this tool reads OpenAPI 3\.0 to 3\.2 and Swagger 2\.0/,
  );
  expect(code).toBe(2);
});

describe('finds no change', () => {
  const b = '{ type: string, maxLength: 5 }';
  const pet = object(`a: { type: integer }, b: ${b}`, ', required: [a, b]');
  test.each<readonly [what: string, before: string, after: string]>([
    [
      'between `allOf` and its merged form',
      get(pet),
      get(
        `{ allOf: [${object('a: { type: integer }', ', required: [a]')}, ${object(`b: ${b}`, ', required: [b]')}] }`,
      ),
    ],
    [
      'between bounds in two branches and the narrower one',
      get('{ type: string, maxLength: 5 }'),
      get('{ maxLength: 9, allOf: [{ type: string, maxLength: 5 }] }'),
    ],
    [
      'between `nullable` and a type of null',
      get('{ type: string, nullable: true }'),
      get('{ anyOf: [{ type: string }, { type: "null" }] }'),
    ],
    ['between a choice of one and the schema', get(pet), get(`{ oneOf: [${pet}] }`)],
    ['in extensions', get('{}'), get('{ x-order: 1 }', 'x-internal: true,')],
    [
      'in the order of choices',
      get(`{ oneOf: [${pet}, { type: string }] }`),
      get(`{ oneOf: [{ type: string }, ${pet}] }`),
    ],
    [
      'between Swagger 2.0 and OpenAPI 3.0',
      'swagger: "2.0"\nproduces: [application/json]\npaths: { /pets: { get: { responses: { 200: { description: OK, schema: { type: string } } } } } }',
      get('{ type: string }'),
    ],
  ])('%s', async (_what, before, after) => {
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const)
      expect(await diff(one, other)).toMatchObject({ code: 0, stdout: 'Nothing changed.\n' });
  });

  test('in a schema that contains itself in every way', async () => {
    const node = (others: string) =>
      `${get('{ $ref: "#/components/schemas/Node" }')}components: { schemas: { Node: { type: object, allOf: [{ $ref: "#/components/schemas/Base" }], ${others} properties: { next: { $ref: "#/components/schemas/Node" } } }, Base: { anyOf: [{ $ref: "#/components/schemas/Node" }, { $ref: "#/components/schemas/Base" }, { type: object, items: { $ref: "#/components/schemas/Base" } }] } } }`;
    expect((await diff(node(''), node(''))).stdout).toBe('Nothing changed.\n');
    expect((await diff(node(''), node('minProperties: 1,'))).stdout).toContain(
      'minProperties none → 1',
    );
  });
});

test.each<readonly [what: string, before: string, after: string, line: string]>([
  ['an extension, when asked', get('{}'), get('{ x-order: 1 }'), 'x-order added'],
  [
    'a branch of `allOf` that no longer allows the same',
    get('{ allOf: [{ maxLength: 9 }] }'),
    get('{ allOf: [{ maxLength: 99 }] }'),
    'maxLength 9 → 99',
  ],
  [
    'a choice that became one of several',
    get('{ type: string, nullable: true }'),
    get('{ nullable: true, oneOf: [{ type: string }, { type: object }] }'),
    'choice object added (promises less)',
  ],
])('finds %s', async (_what, before, after, line) => {
  expect((await diff(before, after, '--extensions')).stdout).toContain(line);
});

test('a field that only responses have changes no request', async () => {
  const post = (schema: string) =>
    `openapi: 3.1.0\npaths: { /pets: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } } }`;
  const { stdout } = await diff(
    post(object('')),
    post(object('id: { type: integer, readOnly: true }', ', required: [id]')),
  );
  expect(stdout).toBe('Nothing changed.\n');
});
