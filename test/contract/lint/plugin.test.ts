import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { redocly, root } from '../../../scripts/linters.ts';
import { goodContract, lint } from './lint.ts';

// The plugin is JavaScript without declarations.
const { default: plugin } = await import(new URL('../../../openapi/lint/plugin.js', import.meta.url).href);
const rules = Object.keys(plugin().rules.oas3).sort();

async function switchedOn(): Promise<string[]> {
  const { rules: levels } = parse(await readFile(join(root, 'openapi/redocly.yaml'), 'utf8'));
  const ours = Object.keys(levels).filter((rule) => rule.startsWith('contract/') && levels[rule] === 'error');
  return ours.map((rule) => rule.replace('contract/', '')).sort();
}

test('every rule of this plugin is enabled as an error', async () => {
  expect(await switchedOn()).toEqual(rules);
});

test('no rule is misspelt in the configuration', async () => {
  const { stderr } = await redocly('lint', '--config', 'openapi/redocly.yaml', 'openapi/openapi.yaml');
  expect(stderr).toMatch(/validating/);
  expect(stderr).not.toMatch(/Unused rules|is not expected here/);
});

test('a valid contract passes every rule', async () => {
  expect(await lint(goodContract().files)).toEqual([]);
});

test('the rules have the types that they declare', async () => {
  const compile = promisify(execFile)(process.execPath, [
    'node_modules/typescript/bin/tsc',
    '-p',
    'openapi/lint',
  ]);
  await expect(compile).resolves.toEqual({ stdout: '', stderr: '' });
});

test('the assertions of the configuration find names in another case, other summaries and examples without a name', async () => {
  const { files, root, operation, Locked } = goodContract();
  const names = ['doorName', 'DoorName', 'door-name', 'door__name', '_door', 'door_'];
  const text = { type: 'string', example: 'front' };
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const parameter = { description: 'A door.', schema: text };
  Object.assign(operation, {
    operationId: 'open_door',
    requestBody: { content },
    parameters: ['doorName', 'X-Door-Name', 'door_name'].map((name) => ({ ...parameter, in: 'query', name })),
  });
  root.components.schemas.doorName = text;
  const { examples: _, ...anonymous } = Locked.content['application/json'];
  Object.assign(Locked.content, { 'application/json': { ...anonymous, example: {} } });
  const summaries = ['open a door', 'Opens a door', 'Open a door.', `Open ${'a'.repeat(60)}`, 'Pass a door'];
  const [post, get, put, patch, head] = summaries.map((summary) => ({ ...operation, summary }));

  const found = await lint({ ...files, 'openapi/paths/open-door.yaml': { post, get, put, patch, head } });
  const places = (rule: string) => [
    ...new Set(found.flatMap((one) => (one.rule === `rule/${rule}` ? [one.place.replace(/.*#/, '')] : []))),
  ];
  const inBody = '/post/requestBody/content/application~1json/schema/properties/';
  expect(places('fields-are-snake-case').filter((place) => place.startsWith('/post'))).toEqual(
    names.map((name) => inBody + name),
  );
  expect(places('parameters-are-snake-case-or-headers')).toContain('/post/parameters/0/name');
  expect(
    places('summary-reads-as-a-command')
      .map((place) => place.split('/')[1])
      .sort(),
  ).toEqual(['get', 'patch', 'post', 'put']);
  expect(places('operation-ids-are-camel-case')).toHaveLength(5);
  expect(places('schemas-are-pascal-case')).toEqual(['/components/schemas/doorName']);
  expect(places('responses-have-named-examples').length).toBeGreaterThan(0);
});
