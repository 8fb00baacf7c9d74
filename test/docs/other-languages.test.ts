import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '../../scripts/check-generators/generators.ts';
import { toolName } from '../../scripts/install.ts';

const page = readFileSync('docs/use/other-languages.md', 'utf8');

test('the page names the version of each tool that the check of generators runs', () => {
  const installed = page.matchAll(/(?<= )(@?[\w/-]+)@(\d[\d.]+)/g);
  const named = page.matchAll(/`([\w-]+)`\s(\d[\d.]*\d)/g);
  const tools = [...installed, ...named].map(([, name = '', version = '']) => ({ name, version }));

  expect(tools).toHaveLength(6);
  expect(tools.map(({ name, version }) => `${name} ${version}`)).toEqual(
    tools.map(({ name }) => toolName(name)),
  );
});

test('the page has the command that the check of generators runs', () => {
  const [, shown] = /^npx openapi-ts (.+)$/m.exec(page) ?? [];
  const [, , command = ''] = commands.find(([name]) => name === '@hey-api/openapi-ts') ?? [];

  // Without the `./`, the generator looks for the file in its registry.
  expect(`bin/run.js ${shown}`).toBe(
    command.replace('PATH', './openapi.yaml').replace('FOLDER', 'client'),
  );
});
