import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Finds out which modules a process ran: Node writes them when it measures coverage, as the process ends. */
export function watchModules() {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    env: { NODE_V8_COVERAGE: folder },
    /** Their URLs. Call it when the process has ended. */
    urls: (): string[] =>
      readdirSync(folder).flatMap((name) =>
        JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(({ url }: { url: string }) => url),
      ),
  };
}
