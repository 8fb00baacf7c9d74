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
break    -        GET /pets 200.a: field removed (clients miss it) [response-field-removed]
work     follow   GET /pets 200.c: required field added (servers must send it) [response-required-field-added]
work     -        GET /pets 200.b: optional field added (clients ignore unknown fields) [response-optional-field-added]
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

test('compares extensions with --extensions', async () => {
  const change = [get('{}'), get('{ x-order: 1 }')] as const;
  expect((await diff(...change, '--extensions')).stdout).toContain('x-order added');
});

describe('rates changes as --severity says', () => {
  const change = [get(object('a: {}')), get(object('b: {}'))] as const;
  const rated = (file: string) =>
    diff(...change, '--severity', temporaryFile('severities.yaml', file));

  test('by the rule that each finding names', async () => {
    const { code, stdout } = await rated('response-field-removed: compatible');
    expect(stdout).toContain('work     -        GET /pets 200.a: field removed');
    expect(code).toBe(0);
    expect((await rated('response-optional-field-added: breaking')).stdout).toContain('2 breaking');
    expect((await rated('response-field-removed: ignore')).stdout).not.toContain('field removed');
  });

  test.each<readonly [what: string, file: string, message: string]>([
    [
      'an unknown rule',
      'response-field-remove: ignore',
      'no rule is named response-field-remove. Did you mean response-field-removed?',
    ],
    [
      'an unknown severity',
      'text-changed: bad',
      'the severity of text-changed is none of breaking, compatible, ignore',
    ],
    ['a list', '[text-changed]', 'does not have the form `rule: severity`'],
  ])('and rejects %s', async (_what, file, message) => {
    expect(await rated(file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
