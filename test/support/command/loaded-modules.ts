import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Finds out which modules a process ran: Node writes their files when it measures coverage, as the process ends. */
export function watchModules() {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    env: { NODE_V8_COVERAGE: folder },
    /** The URLs of the files, and the paths of the packages' modules that were built into them. Call it when the process has ended. */
    paths: (): string[] =>
      readdirSync(folder)
        .flatMap((name) =>
          JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(({ url }: { url: string }) => url),
        )
        .flatMap((url) => [url, ...builtInto(url)]),
  };
}

/** A file of the build has the path of each module in a comment. */
function builtInto(url: string): string[] {
  if (!url.includes('/dist/bin/')) return [];
  return [...readFileSync(new URL(url), 'utf8').matchAll(/^\/\/ (node_modules\/.+)$/gm)].map(
    ([, path = '']) => path,
  );
}
