import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { contractTests } from '../../../conformance/suite/vitest.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import { createModel } from '../../mutants/model/create-model.ts';

const model = await createModel({});
afterAll(() => model.close());

// Used as implementers use it: every check becomes a test of this file.
await contractTests({
  baseUrl: model.baseUrl,
  profile: modelProfile,
  only: ['trace', 'limits'],
  seed: 3,
});

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

test('a difference and a known failure are annotations of passed tests, and GitHub Actions shows the differences', async () => {
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--config', config, '--reporter=verbose'],
    { env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' } },
  );
  expect(stdout).toMatch(
    /✓ [^\n]+trace\/id-format: [^\n]+\n\n +❯ warning\n +↳ differs: expected 32 [^\n]+ \(trace-id\)/,
  );
  expect(stdout).toMatch(
    /✓ [^\n]+response-schema: [^\n]+\n\n +❯ notice\n +↳ known: expected [^\n]+ \(The title comes/,
  );
  expect(stderr).toContain(
    '\n::warning title=contract tests::1 check differs, and would fail with strict: trace/id-format\n',
  );
});
