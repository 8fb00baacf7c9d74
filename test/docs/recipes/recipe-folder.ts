import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonTestResults } from 'vitest/node';
import { temporaryFolder } from '../../support/server/database.ts';
import { blocksOf } from '../support/blocks.ts';

const root = new URL('../../..', import.meta.url).pathname;
export const page = readFileSync(join(root, 'docs/use/mock.md'), 'utf8');

/** What the page imports, and the sources, so that the tests need no build. */
export const sources: Readonly<Record<string, string>> = {
  'account-access-client': join(root, 'client/index.ts'),
  'account-access/vitest': join(root, 'conformance/suite/vitest.ts'),
  'account-access/mock': join(root, 'mock/create-mock.ts'),
  'account-access/mock/msw': join(root, 'mock/msw.ts'),
  'account-access/mock/playwright': join(root, 'mock/playwright.ts'),
  '@playwright/test': join(root, 'test/docs/recipes/playwright-test.ts'),
};

export const codeBlocks = blocksOf(page)
  .filter(({ language }) => language === 'ts')
  .map(({ code }) => code);

/** The test files of the page. A block that imports begins a file, and the blocks after it continue the file. */
export function testFiles(): string[] {
  const files: string[] = [];
  for (const code of codeBlocks) {
    if (code.startsWith('import ')) files.push(code);
    else files.push(`${files.pop() ?? ''}\n${code}`);
  }
  return files;
}

export function titlesIn(file: string): string[] {
  return [...file.matchAll(/^test\('([^']+)'/gm)].map(([, title = '']) => title);
}

/** A folder with test files, as a user has it: with the package and the tools installed. It is gone when the test has finished. */
export async function folderWith(...files: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const alias = Object.entries(sources).map(([name, replacement]) => ({ find: name, replacement }));
  // Vite takes the first name that a path begins with.
  const longestFirst = alias.toSorted((a, b) => b.find.length - a.find.length);
  await Promise.all([
    symlink(join(root, 'node_modules'), join(folder, 'node_modules')),
    ...files.map((file, at) => writeFile(join(folder, `recipes-${at}.test.ts`), file)),
    writeFile(
      join(folder, 'vitest.config.mjs'),
      `export default ${JSON.stringify({ resolve: { alias: longestFirst }, test: { testTimeout: 300_000 } })};\n`,
    ),
  ]);
  return folder;
}

/** Runs the test file of a folder in a Vitest of its own. @returns each title with its outcome, such as `passed`. */
export async function runTests(folder: string, environment = {}): Promise<Record<string, string>> {
  const output = join(folder, 'results.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${output}`];
  const { PATH, HOME } = process.env;
  const options = { cwd: folder, env: { PATH, HOME, ...environment } };
  // It ends with another code than 0 when a test fails, and the results say which.
  await promisify(execFile)(process.execPath, args, options).catch(() => {});
  const { testResults }: JsonTestResults = JSON.parse(readFileSync(output, 'utf8'));
  return Object.fromEntries(
    testResults.flatMap(({ assertionResults, message }) =>
      assertionResults.length === 0
        ? [['the file', message]]
        : assertionResults.map(({ title, status, failureMessages }) => [
            title,
            [status, ...(failureMessages ?? [])].join(': '),
          ]),
    ),
  );
}
