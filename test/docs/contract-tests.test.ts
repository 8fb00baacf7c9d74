import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serveInChild } from '../support/command/run-command.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { folderWith, runTests } from './recipes/recipe-folder.ts';
import { blocksOf } from './support/blocks.ts';

const page = readFileSync('conformance/engine/docs/ci-and-gateways.md', 'utf8');
const sample = blocksOf(page).find(({ file }) => file === 'contract.test.ts')?.code ?? '';

test('the sample for Vitest in ci-and-gateways.md makes a test of each check', async () => {
  const folder = temporaryFolder();
  const { url } = await serveInChild(['--demo'], { cwd: folder });
  const program = sample
    .replace('http://127.0.0.1:8080', url)
    .replace("'account-access.yaml'", JSON.stringify(`${folder}/data/demo-profile.yaml`))
    // All of them take minutes.
    .replace('environment: process.env,', "$&\n  only: ['paths'],");

  const outcomes = Object.entries(await runTests(await folderWith(program)));
  expect(outcomes.length).toBeGreaterThan(2);
  expect(outcomes.filter(([, outcome]) => /^failed/.test(outcome))).toEqual([]);
  expect(outcomes.filter(([, outcome]) => outcome === 'passed').length).toBeGreaterThan(2);
});
