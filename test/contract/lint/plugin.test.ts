import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
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

test('every rule of this plugin has a test', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => file !== 'plugin.test.ts');
  const tests = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')));
  const isTested = (rule: string) =>
    tests.some((text) => text.includes(`'${rule}'`) || text.includes(`/${rule}'`));
  expect(rules.filter((rule) => !isTested(rule))).toEqual([]);
});

test('every rule of this plugin says what it checks, why, and how to fix an error', async () => {
  const folder = join(root, 'openapi/lint/rules');
  const files = await readdir(folder);
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  for (const rule of rules) {
    const [, text = ''] = sources.join('').split(` * # ${rule}\n`);
    const comment = text.slice(0, text.indexOf('*/'));
    for (const part of ['**What.**', '**Why.**', '**Fix.**']) expect(comment, rule).toContain(part);
  }
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
