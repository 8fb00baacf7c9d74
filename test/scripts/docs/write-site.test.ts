import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isCurrent, writeSite } from '../../../scripts/docs/site/write-site.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const text = (path: string, content = path) => ({ path, content });

test('a build removes the files of the last build, and no other files', async () => {
  const folder = join(temporaryFolder(), 'deep/site');
  await writeSite(folder, 'one', [text('a.txt'), text('old/b.txt')]);
  writeFileSync(join(folder, 'old/mine.txt'), 'mine');
  await writeSite(folder, 'two', [text('a.txt', 'new'), text('c.txt')]);
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
  expect(existsSync(join(folder, 'old/b.txt'))).toBe(false);
  expect(existsSync(join(folder, 'old/mine.txt'))).toBe(true);
});

test('a site is current while it is complete and made from the same sources', async () => {
  const folder = temporaryFolder();
  expect(await isCurrent(folder, 'one')).toBe(false);
  await writeSite(folder, 'one', [text('a.txt')]);
  expect(await isCurrent(folder, 'one')).toBe(true);
  expect(await isCurrent(folder, 'two')).toBe(false);
  rmSync(join(folder, 'a.txt'));
  expect(await isCurrent(folder, 'one')).toBe(false);
});

test('a site whose build was interrupted is not current, and can be built again', async () => {
  const folder = temporaryFolder();
  await writeSite(folder, 'one', [text('a.txt')]);
  await expect(writeSite(folder, 'one', [text('a.txt'), text('a.txt/b.txt')])).rejects.toThrow();
  expect(await isCurrent(folder, 'one')).toBe(false);
  writeFileSync(join(folder, 'headers.json'), '{"sour');
  expect(await isCurrent(folder, 'one')).toBe(false);
  await writeSite(folder, 'one', [text('a.txt')]);
  expect(await isCurrent(folder, 'one')).toBe(true);
});
