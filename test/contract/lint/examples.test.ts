import { describe, expect, test } from 'vitest';
import { goodContract, messages } from './lint.ts';

describe.concurrent('examples-have-their-cause', () => {
  const rule = 'examples-have-their-cause';

  test('a response that no request causes is rejected', async () => {
    const { files, Broken } = goodContract();
    delete Broken.content['application/json'].examples.broken?.['x-cause'];
    expect(await messages(rule, files)).toEqual(['Example `broken` is on no request and has no `x-cause`.']);
  });

  test('a request that causes no response is rejected', async () => {
    const { files, operation } = goodContract();
    Object.assign(operation.requestBody.content['application/json'].examples, { knocked: { value: {} } });
    expect(await messages(rule, files)).toEqual(['Request example `knocked` has no response of that key.']);
  });

  test('one key in two responses is rejected', async () => {
    const { files, Broken, opened } = goodContract();
    const { examples } = Broken.content['application/json'];
    Object.assign(examples, opened.content['application/json'].examples);
    expect(await messages(rule, files)).toEqual(['Example `opened` is in two responses of one operation.']);
  });

  test('where an operation takes no body its parameters carry the examples', async () => {
    const { files, operation, root } = goodContract();
    const { requestBody, ...others } = operation;
    const { examples } = requestBody.content['application/json'];
    const parameter = {
      name: 'door',
      in: 'path',
      required: true,
      description: 'A door.',
      schema: { type: 'string' },
    };
    const paths = { '/v1/doors/{door}': { $ref: 'paths/open-door.yaml' } };
    const contract = (earned: object) => ({
      ...files,
      'openapi/openapi.yaml': { ...root, paths },
      'openapi/paths/open-door.yaml': {
        post: { ...others, parameters: [{ ...parameter, examples: earned }] },
      },
    });
    expect(await messages(rule, contract({ opened: { value: 'front' }, locked: { value: 'back' } }))).toEqual(
      [],
    );
    expect(await messages(rule, contract({ opened: examples.opened }))).toEqual([
      'Example `locked` is on no request and has no `x-cause`.',
    ]);
  });
});

describe.concurrent('secrets-stay-where-they-belong', () => {
  const rule = 'secrets-stay-where-they-belong';
  const leak = 'Example `locked` shows the secret `door_token`, which its response does not declare.';
  const lockedBecause = (extra: object) => ({
    locked: { value: { status: { code: 404, message: 'Not found', trace_id: 'a1' }, ...extra } },
  });

  test.each([
    ['the name of a secret is found', { door_token: 'another' }],
    ['the name of a secret is found at any depth', { errors: [{ door_token: null }] }],
    ['the value of a secret is found inside another text', { hint: 'not tok_s3cret but …' }],
  ])('%s where it is not declared', async (_what, data) => {
    const { files, Locked } = goodContract();
    Locked.content['application/json'].examples = lockedBecause({ data });
    expect(await messages(rule, files)).toEqual([leak]);
  });

  test('a secret of the request is not allowed in the responses', async () => {
    const { files, operation, Locked } = goodContract();
    const { properties } = operation.requestBody.content['application/json'].schema;
    properties.door_code = { type: 'string', 'x-secret': true, examples: ['hunter2'] };
    Locked.content['application/json'].examples = lockedBecause({ data: { hint: 'hunter2' } });
    expect(await messages(rule, files)).toEqual([leak.replace('door_token', 'door_code')]);
  });
});
