import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { generate } from '../../bench/benchmarks/generate.ts';
import { drawReport } from '../../bench/report/write-report.ts';
import { temporaryFolder } from '../support/server/database.ts';

const root = join(import.meta.dirname, '../..');

test('the committed report is generated from the recorded figures', async () => {
  const kept = join(root, 'bench');
  const folder = temporaryFolder();
  await cp(join(kept, 'results.json'), join(folder, 'results.json'));

  const report = ['--import', 'tsx', 'bench/bench.ts', '--report', '--output', folder];
  await promisify(execFile)(process.execPath, report, { cwd: root });

  const [drawn, committed] = [folder, kept].map((each) => readFile(join(each, 'RESULTS.md'), 'utf8'));
  expect(await drawn).toBe(await committed);
});

test('the figures of the page on scaling are those of the report', async () => {
  const cells = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
  const page = await readFile(join(root, 'docs/explanation/scaling.md'), 'utf8');
  const [, head = '', ...rows] = /\| request [\s\S]+?\n\n/.exec(page)?.[0].trim().split('\n') ?? [];
  expect(head).toMatch(/^[| -]+$/);
  expect(rows.length).toBeGreaterThan(5);
  const sections = (await readFile(join(root, 'bench/RESULTS.md'), 'utf8')).split('\n## ');
  for (const row of rows) {
    const [, , perSecond = '', cpuMs = '', benchmark] = cells(row);
    const section = sections.find((text) => text.includes(`\`npm run bench -- ${benchmark}\`,`));
    const measured = section?.split('\n').map(cells) ?? [];
    expect(
      measured.some((each) => each.includes(perSecond) && each.includes(cpuMs)),
      `${row} must have two figures of one row of "npm run bench -- ${benchmark}" in bench/RESULTS.md`,
    ).toBe(true);
  }
});

test('reports medians, their ratio, and whether it meets its aim', () => {
  const page = drawReport([generate], planted);
  // The width of the columns does not matter.
  const lines = page.split('\n').map((line) => line.replace(/ +/g, ' '));
  expect(lines).toContain('| generate | bare Express 5 | 300/s | 500/s | 0.60 | ≥ 0.90 | missed |');
  expect(lines).toContain('| revoke | bare Express 5 | 1,150/s | 2,000/s | 0.57 | | |');
  expect(lines).toContain('| generate | account-access | 300 | 1.25 | 133 % |');
  expect(page).toContain('2 cores of A processor, 4 GB');
});

const samples = (perSecond: readonly number[]) => perSecond.map((rate) => ({ perSecond: rate, cpuMs: 1.25 }));
const planted = {
  generate: {
    measuredAt: '2026-01-02T03:04:05.678Z',
    ...{ revision: 'abc1234', quick: false, seconds: 40, load: 0.25 },
    machine: {
      ...{ processor: 'A processor', cores: 2, memoryGb: 4, system: 'Linux 6', node: 'v20.19.0' },
      syncsPerSecond: 900,
    },
    series: [
      { subject: 'account-access', task: 'generate', samples: samples([900, 300, 100, 200, 301]) },
      { subject: 'account-access', task: 'revoke', samples: samples([1200, 1100]) },
      { subject: 'bare Express 5', task: 'generate', samples: samples([500]) },
      { subject: 'bare Express 5', task: 'revoke', samples: samples([2000]) },
    ],
  },
};
