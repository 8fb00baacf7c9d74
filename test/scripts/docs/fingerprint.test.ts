import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint } from '../../../scripts/docs/sources.ts';

/** The repository again, with copies of the given folders that a test may change. */
function copyOfRepository(...copied: readonly string[]): string {
  const root = join(import.meta.dirname, '../../..');
  const copy = mkdtempSync(join(tmpdir(), 'repository-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const name of readdirSync(root)) {
    if (copied.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
    else symlinkSync(join(root, name), join(copy, name));
  }
  return copy;
}

test('the fingerprint changes when a guide is added, changed or removed, or when the code of the docs changes', async () => {
  const root = copyOfRepository('docs', 'scripts');
  const seen = [await fingerprint(root)];
  expect(await fingerprint(root)).toBe(seen[0]);
  const look = async () => {
    const now = await fingerprint(root);
    expect(seen).not.toContain(now);
    seen.push(now);
  };
  const added = join(root, 'docs/added.md');
  writeFileSync(added, '# Added\n');
  await look();
  writeFileSync(added, '# Changed\n');
  await look();
  rmSync(added);
  expect(await fingerprint(root)).toBe(seen[0]);
  rmSync(join(root, 'docs/reference/checks.md'));
  await look();
  writeFileSync(join(root, 'scripts/docs/site/style/base.css'), 'body { margin: 0 }\n');
  await look();
});
