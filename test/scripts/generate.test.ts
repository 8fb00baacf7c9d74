import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/contract.ts';
import { defaultRateLimits } from '../../server/config/config.ts';

const run = promisify(execFile);
const generate = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/generate.ts', ...args]);

const ofTheContract = [
  'openapi.yaml',
  'openapi-3.0.yaml',
  'openapi.json',
  'workflows.arazzo.yaml',
  'types.ts',
  'contract.ts',
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-'));
  await generate('--into', folder);
});

afterAll(() => rm(folder, { recursive: true }));

test('the committed files are exactly what the contract generates', async () => {
  const ofTheListener = ['internal.json', 'internal-types.ts', 'internal-validators.ts'];
  for (const file of [...ofTheContract, 'operation-validators.ts', ...ofTheListener])
    expect(await readFile(join('generated', file), 'utf8'), file).toBe(
      await readFile(join(folder, file), 'utf8'),
    );
});

test('the check names only the file that was edited, and leaves it as it is', async () => {
  const edited = join(folder, 'types.ts');
  await appendFile(edited, '// by hand\n');
  await expect(generate('--check', '--into', folder)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Out of date: ${edited}. Run \`npm run generate\`.\n`,
  });
  expect(await readFile(edited, 'utf8')).toContain('// by hand');
});

test('an object whose fields are not declared is unknown to the types, not empty', async () => {
  expect(await readFile(join(folder, 'types.ts'), 'utf8')).toContain('Output: Record<string, unknown>;');
});

test('the schema of the configuration has a rate limit for each operation of the contract', async () => {
  const { properties } = JSON.parse(await readFile(join('generated', 'config.schema.json'), 'utf8'));
  const { requestsPerMinute } = properties.rateLimits.properties;
  expect(requestsPerMinute.additionalProperties).toBe(false);
  expect(Object.keys(requestsPerMinute.properties)).toEqual(Object.keys(operations));
  expect(Object.keys(defaultRateLimits.requestsPerMinute)).toEqual(Object.keys(operations));
});
