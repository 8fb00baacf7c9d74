import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import enginePackage from '../../../conformance/engine/package.json' with { type: 'json' };
import { runProgram } from '../../support/command/child-process.ts';
import { isInstalled } from '../../support/which-tests-run.ts';

const root = new URL('../../..', import.meta.url).pathname;
const frameworks = join(root, 'test/frameworks');

/** An app whose new notes have no text, and a test file of any runner. */
const testFile = `
import { contractTests } from 'openapi-contract-tests';

const { createApp } = await import('./deno.mjs');
await contractTests(createApp({ fault: true }).app, {
  document: './notes.yaml',
  only: ['document/example', 'document/missing-body', 'document/response-schema', 'document/undeclared-method'],
});
`;

const configurations = {
  'jest.config.json': JSON.stringify({ transform: {}, testMatch: ['**/notes.test.mjs'] }),
  'package.json': JSON.stringify({ type: 'module' }),
};

let folder: string;

/** As a user has it: the package is JavaScript in node_modules. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'runners-'));
  const modules = join(folder, 'node_modules');
  const engine = join(modules, 'openapi-contract-tests');
  mkdirSync(engine, { recursive: true });
  for (const name of [...Object.keys(enginePackage.dependencies), 'vitest'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of ['package.json', 'profile.schema.json', 'report.schema.json'])
    symlinkSync(join(root, 'conformance/engine', name), join(engine, name));
  await build({
    entryPoints: [join(root, 'conformance/engine/index.ts')],
    outdir: join(engine, 'dist'),
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' },
  });
  for (const name of ['deno.mjs', 'notes.mjs', 'notes.yaml'])
    symlinkSync(join(frameworks, name), join(folder, name));
  writeFileSync(join(folder, 'notes.test.mjs'), testFile);
  for (const [name, text] of Object.entries(configurations))
    writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

const { resolve } = createRequire(join(frameworks, 'package.json'));
const binOf = (name: string, file: string) => join(dirname(resolve(`${name}/package.json`)), file);

const runners: Readonly<Record<string, () => readonly string[]>> = {
  'node:test': () => ['--test', '--test-reporter=spec', 'notes.test.mjs'],
  Vitest: () => [binOf('vitest', 'vitest.mjs'), 'run', '--reporter=verbose'],
  ...(isInstalled('test/frameworks') && {
    Jest: () => ['--experimental-vm-modules', binOf('jest', 'bin/jest.js'), '--verbose'],
    Mocha: () => [binOf('mocha', 'bin/mocha.js'), 'notes.test.mjs'],
  }),
};

test.each(Object.entries(runners))(
  '%s has a test for each operation and check, and shows a finding with its request',
  async (_name, command) => {
    // This process is one of Vitest.
    const env = { VITEST: undefined };
    const run = await runProgram([process.execPath, ...command()], { cwd: folder, env });
    const { code, stdout, stderr } = run;
    const output = stripVTControlCharacters(stdout + stderr);
    expect(code, output).not.toBe(0);
    expect(output).toMatch(/[✔✓√] .*document\/example\/listNotes: Accepts every request/);
    expect(output).toMatch(/POST \/notes/);
    expect(output).toMatch(/document\/response-schema: Returns bodies that match their schema/);
    expect(output).toContain("expected: the body must have required property 'text'");
    expect(output).toContain('response: HTTP 201 {"id":"');
    // The reason of a skipped test, and no place in the package.
    expect(output).toMatch(/\(skipped: .+\)/);
    expect(output).not.toContain('register-tests');
  },
);
