import { beforeAll, describe, expect, test } from 'vitest';
import { type Finding, failureSchema, goodContract, lint, messages } from './lint.ts';

describe.concurrent('every-response-is-the-envelope', () => {
  const rule = 'every-response-is-the-envelope';
  type Schema = ReturnType<typeof failureSchema>;

  /** Changes one field of the status. */
  const withField =
    (name: string, change: object) =>
    ({ properties }: Schema) =>
      Object.assign(properties.status.properties[name] ?? {}, change);

  const withRequired =
    (...required: string[]) =>
    ({ properties }: Schema) =>
      Object.assign(properties.status, { required });

  const usage = { type: 'object', properties: { latency_seconds: { type: 'number', example: 1 } } };

  /** What is planted, how, and what the rule says of it. */
  const planted: readonly (readonly [string, (schema: Schema) => unknown, string])[] = [
    ['an optional status', (schema) => Object.assign(schema, { required: [] }), '`status` is not required'],
    ['a required usage', ({ required }) => required.push('usage'), '`usage` is required'],
    [
      'another usage',
      ({ properties }) => Object.assign(properties, { usage }),
      '`usage` is not that of other responses',
    ],
    ['no output', ({ properties }) => Reflect.deleteProperty(properties, 'output'), 'it has no `output`'],
    [
      'a further field',
      ({ properties }) => Object.assign(properties, { error: {} }),
      '`error` is not one of its fields',
    ],
    ['an allOf', (schema) => Object.assign(schema, { allOf: [{}] }), 'it is not flat but uses `allOf`'],
    ['an array', (schema) => Object.assign(schema, { type: 'array' }), 'its type is not object'],
    ['an optional trace id', withRequired('code', 'message'), '`status.trace_id` is not required'],
    [
      'a code that is a string',
      withField('code', { type: 'string' }),
      '`status.code` is not of type integer',
    ],
    [
      'a message that is a number',
      withField('message', { type: 'number' }),
      '`status.message` is not of type string',
    ],
  ];

  let findings: readonly Finding[];

  // Each is one of the envelopes that the response to a locked door may have, so that one run finds them all.
  beforeAll(async () => {
    const { files, Locked } = goodContract();
    const anyOf = planted.map(([, plant]) => {
      const schema = failureSchema();
      plant(schema);
      return schema;
    });
    Object.assign(Locked.content['application/json'], { schema: { anyOf } });
    findings = (await lint(files)).filter((finding) => finding.rule === `contract/${rule}`);
  });

  test.each(planted.map(([title, , error], index) => ({ title, error, index })))(
    'rejects an envelope with $title',
    ({ error, index }) => {
      const found = findings.filter(({ place }) => place.endsWith(`/anyOf/${index}`));
      expect(found.map(({ message }) => message)).toEqual([`A response is not the envelope: ${error}.`]);
    },
  );

  test('accepts a response that is one of several envelopes', async () => {
    const { files, Locked } = goodContract();
    const anyOf = [failureSchema(), failureSchema()];
    Object.assign(Locked.content['application/json'], { schema: { anyOf } });
    expect(await messages(rule, files)).toEqual([]);
  });

  test('rejects one failure under two statuses, because its code can be only one of them', async () => {
    const { files, operation } = goodContract();
    Object.assign(operation.responses, { 409: operation.responses[404] });
    expect(await messages(rule, files)).toEqual([
      'A response is not the envelope: an example has the code 404 in the response 409.',
    ]);
  });

  test('accepts a failure of any status as `default`', async () => {
    const { files, operation } = goodContract();
    Object.assign(operation.responses, { default: operation.responses[404] });
    expect(await messages(rule, files)).toEqual([]);
  });

  test.each([
    ['no reasons', undefined],
    ['a reason without an example', ['locked', 'bricked_up']],
  ])('rejects a failure that lists %s', async (_title, reasons) => {
    const { files, Locked } = goodContract();
    Object.assign(Locked, { 'x-extensible-enum': reasons });
    expect(await messages(rule, files)).toEqual([
      'A response is not the envelope: its `x-extensible-enum` does not list the reasons of its examples, in their order.',
    ]);
  });

  test('rejects a response without JSON', async () => {
    const { files, root } = goodContract();
    Object.assign(root.components.responses, { Locked: { description: 'Locked.' } });
    expect(await messages(rule, files)).toEqual([
      'A response is not the envelope: it has no application/json schema.',
    ]);
  });
});

describe.concurrent('responses-are-open', () => {
  test('a response that limits the fields of an object is rejected, at any depth', async () => {
    const { files, opened, operation } = goodContract();
    const door = { type: 'object', additionalProperties: false, maxProperties: 3 };
    const doors = {
      type: 'array',
      items: { type: 'object', properties: { door, no_door: { minProperties: 1 } } },
    };
    const data = { type: 'object', properties: { doors }, unevaluatedProperties: false, propertyNames: {} };
    Object.assign(opened.content['application/json'].schema.properties ?? {}, { data });
    Object.assign(operation.requestBody.content['application/json'].schema, { additionalProperties: false });
    const found = await messages('responses-are-open', files);
    expect(found.sort()).toEqual([
      '`additionalProperties` closes a response.',
      '`maxProperties` closes a response.',
      '`minProperties` closes a response.',
      '`propertyNames` closes a response.',
      '`unevaluatedProperties` closes a response.',
    ]);
  });
});
