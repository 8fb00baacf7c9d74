import { describe, expect, test } from 'vitest';
import { goodContract, messages } from './lint.ts';

describe('component-names-are-their-files', () => {
  const rule = 'component-names-are-their-files';
  const schema = { type: 'string', example: 'front' };

  test('a component whose file is in another case is rejected', async () => {
    const { files, operation } = goodContract();
    const { properties } = operation.requestBody.content['application/json'].schema;
    properties.door_name = { $ref: '../components/schemas/door-name.yaml' };
    expect(await messages(rule, { ...files, 'openapi/components/schemas/door-name.yaml': schema })).toEqual([
      'The file ../components/schemas/door-name.yaml of a component is not named in PascalCase.',
    ]);
  });

  test('a component that is listed under another name than its file is rejected', async () => {
    const { files, root } = goodContract();
    root.components.schemas.DoorName = { $ref: 'components/schemas/NameOfDoor.yaml' };
    expect(await messages(rule, { ...files, 'openapi/components/schemas/NameOfDoor.yaml': schema })).toEqual([
      'Component `DoorName` comes from a file of another name.',
    ]);
  });

  test('a component that is listed in another case is rejected', async () => {
    const { files, root } = goodContract();
    root.components.schemas.doorName = schema;
    expect(await messages(rule, files)).toEqual(['Component `doorName` is not named in PascalCase.']);
  });
});

describe('operation-id-names-its-file', () => {
  const rule = 'operation-id-names-its-file';

  test('an operation in the file of another is rejected', async () => {
    const { files, operation } = goodContract();
    operation.operationId = 'closeDoor';
    expect(await messages(rule, files)).toEqual([
      'Operation `closeDoor` belongs in a file named close-door.yaml.',
    ]);
  });

  test('an operationId in any other case is rejected', async () => {
    const names = ['OpenDoor', 'open_door', 'open-door', 'openAPIDoor'];
    const { files, operation } = goodContract();
    const [post, get, put, patch] = names.map((operationId) => ({ ...operation, operationId }));
    const found = await messages(rule, {
      ...files,
      'openapi/paths/open-door.yaml': { post, get, put, patch },
    });
    expect(found).toEqual(
      expect.arrayContaining(names.map((name) => `operationId \`${name}\` is not camelCase.`)),
    );
  });

  test('in a bundle, where everything is one file, only the case is checked', async () => {
    const { files, operation, root } = goodContract();
    operation.operationId = 'closeDoor';
    const bundle = JSON.parse(
      JSON.stringify({ ...root, paths: { '/v1/doors': { post: operation } } }).replaceAll(
        '../openapi.yaml',
        '',
      ),
    );
    expect(await messages(rule, { ...files, 'openapi/openapi.yaml': bundle })).toEqual([]);
  });
});

describe('fields-are-snake-case', () => {
  const rule = 'fields-are-snake-case';

  test('a field in any other case is rejected', async () => {
    const names = ['doorName', 'DoorName', 'door-name', 'door__name', '_door', 'door_'];
    const { files, operation } = goodContract();
    const { schema } = operation.requestBody.content['application/json'];
    for (const name of names) schema.properties[name] = { type: 'string', example: 'front' };
    expect(await messages(rule, files)).toEqual(names.map((name) => `Field \`${name}\` is not snake_case.`));
  });

  test('a query parameter in another case is rejected, a header is not', async () => {
    const { files, operation } = goodContract();
    const parameter = { description: 'A door.', schema: { type: 'string', example: 'front' } };
    const parameters = [
      { ...parameter, in: 'query', name: 'doorName' },
      { ...parameter, in: 'header', name: 'X-Door-Name' },
    ];
    Object.assign(operation, { parameters });
    expect(await messages(rule, files)).toEqual(['Parameter `doorName` is not snake_case.']);
  });
});

describe('summary-reads-as-a-command', () => {
  const rule = 'summary-reads-as-a-command';

  test('a summary that does not read as a command is rejected', async () => {
    const errors = {
      'open a door': 'does not start with a capital letter',
      'Opens a door': 'is not in the imperative',
      'Open a door.': 'ends with a full stop',
      'Open a door that somebody else has closed and locked some time ago': 'is longer than 60 characters',
    };
    const { files, operation } = goodContract();
    const [post, get, put, patch] = Object.keys(errors).map((summary) => ({ ...operation, summary }));
    const found = await messages(rule, {
      ...files,
      'openapi/paths/open-door.yaml': { post, get, put, patch },
    });
    const expected = Object.entries(errors).map(([summary, error]) => `The summary "${summary}" ${error}.`);
    expect(found.sort()).toEqual(expected.sort());
  });

  test('a verb that ends with two s is a command', async () => {
    const { files, operation } = goodContract();
    operation.summary = 'Pass a door';
    expect(await messages(rule, files)).toEqual([]);
  });
});

describe('failures-are-references', () => {
  test('a failure that is inline is rejected', async () => {
    const { files, operation, Locked } = goodContract();
    operation.responses[404] = Locked;
    expect(await messages('failures-are-references', files)).toEqual([
      'Response 404 is inline; refer to a shared response.',
    ]);
  });
});
