import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf } from './support/blocks.ts';

const page = readFileSync('docs/how-to/deploy.md', 'utf8');
const unit = blocksOf(page).find(({ language }) => language === 'ini')?.code ?? '';
const [, stated = ''] = /rates the exposure of this unit below (\d+) of 10/.exec(page) ?? [];

// With CI=true the program is there, or the tests fail.
const isMissing = process.env.CI !== 'true' && spawnSync('systemd-analyze', ['--version']).status !== 0;

/** Whether `systemd-analyze security`, which needs no running systemd, rates a unit below what the guide states. */
function isBelow(text: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'account-access.service');
  writeFileSync(file, text);
  // Tenths.
  const threshold = `--threshold=${Number(stated) * 10}`;
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', threshold, file],
    { encoding: 'utf8' },
  );
  expect(stdout).toContain('Overall exposure level for account-access.service');
  return status === 0;
}

test.skipIf(isMissing)('the unit of the guide has the exposure that the guide states', () => {
  expect(isBelow(unit)).toBe(true);
});

test.skipIf(isMissing)('without its restrictions the unit has more exposure', () => {
  const [bare = ''] = unit.split('# Nothing but its own files');
  expect(isBelow(bare)).toBe(false);
});
