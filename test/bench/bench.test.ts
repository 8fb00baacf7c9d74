import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

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
