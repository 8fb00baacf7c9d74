import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolName } from '../../scripts/install.ts';

const page = readFileSync('docs/how-to/generate-a-client.md', 'utf8');

test('the page on clients names the version of each tool that the check runs', () => {
  const rows = Array.from(page.matchAll(/^\| `([^`]+)` +\| (\d[\d.]*) /gm), ([, name = '', version]) => ({
    name,
    version,
  }));
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ name, version }) => `${name} ${version}`)).toEqual(
    rows.map(({ name }) => toolName(name)),
  );
});

test('its command runs the version that the check runs', () => {
  const [, version] = page.match(/npx @hey-api\/openapi-ts@(\S+)/) ?? [];
  expect(`@hey-api/openapi-ts ${version}`).toBe(toolName('@hey-api/openapi-ts'));
});
