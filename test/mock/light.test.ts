import { build } from 'esbuild';
import { expect, test } from 'vitest';

const absWorkingDir = new URL('../..', import.meta.url).pathname;

/** The packages in what an entry loads. */
async function packagesIn(entry: string, platform: 'node' | 'neutral') {
  const { metafile } = await build({
    absWorkingDir,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform,
    metafile: true,
    // Loaded for the first file of the docs.
    external: ['serve-static'],
    write: false,
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(packages)];
}

test('the mock loads one package, and neither Express nor SQL nor a native module', async () => {
  expect(await packagesIn('mock/server.ts', 'node')).toEqual([]);
  expect(await packagesIn('mock/create-mock.ts', 'node')).toEqual(['otpauth']);
  expect(await packagesIn('mock/msw.ts', 'neutral')).toEqual([]);
  expect(await packagesIn('mock/playwright.ts', 'neutral')).toEqual([]);
});
