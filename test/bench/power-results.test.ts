import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunResult } from '../../bench/power/measure/measure-run.ts';
import { runProgram, tsx } from '../support/command/child-process.ts';
import { temporaryFolder } from '../support/server/database.ts';

const read = `
server: Books
causes:
  - what: Ids that are no numbers fail with 500.
    curl: curl -i $URL/books/x
    entries: ['NumberFormatException', 'status 500']
  - what: The ids that the tool invents do not exist.
    falseBecause: The ids are at fault.
    entries: ['status 404']
`;

const run: RunResult = {
  server: 'Books',
  tool: 'openapi-contract-tests',
  limitSeconds: 60,
  seed: 1,
  load: 0,
  wallSeconds: 12,
  cpuSeconds: 3,
  peakMemoryMb: 200,
  ended: 'in time',
  requests: 100,
  setUp: 1,
  reachable: 9,
  succeeded: ['GET /books', 'POST /books', 'GET /books/{id}'],
  operations: {},
  changed: [],
  left: [],
  entries: [entry('HTTP 500: NumberFormatException')],
};

function entry(message: string, operation = 'GET /books/{id}') {
  return { operation, kind: 'check', message, curl: '' };
}

/** Writes the page from these runs. */
async function results(runs: readonly RunResult[]) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'read'));
  writeFileSync(join(folder, 'read/books.yaml'), read);
  for (const [index, one] of runs.entries()) {
    mkdirSync(join(folder, `runs/books/${index}`), { recursive: true });
    writeFileSync(join(folder, `runs/books/${index}/run.json`), JSON.stringify(one));
  }
  const page = join(folder, 'RESULTS.md');
  const { code, stderr } = await runProgram([
    ...[process.execPath, '--import', tsx, 'bench/power/results.ts'],
    ...['--output', join(folder, 'runs'), '--read', join(folder, 'read'), '--page', page],
  ]);
  expect(code, stderr).toBe(0);
  return { page: readFileSync(page, 'utf8'), unread: stderr };
}

/** The cells of the rows about a server and tool, in the table of all runs. */
function cells(page: string, tool: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| Books '));
  const row = rows.find((line) => line.includes(`| ${tool} `)) ?? '';
  return row.split('|').map((cell) => cell.trim());
}

test('counts a defect once however many entries report it, as a median over the seeds', async () => {
  const twice = [...run.entries, entry('status 500', 'POST /books')];
  const { page } = await results([
    { ...run, entries: twice },
    { ...run, seed: 2, succeeded: ['GET /books'], left: ['/books 7'], entries: twice },
    { ...run, seed: 3, entries: [] },
  ]);
  // The tool, the limit, seeds, set-up, operations, then defects, false alarms, unread and all entries, and records.
  expect(cells(page, 'openapi-contract-tests').slice(2, 13)).toEqual([
    ...['openapi-contract-tests', '60 s', '3', '1', '3 of 9'],
    ...['1', '0', '0', '2', '0', '1'],
  ]);
  expect(page).toContain('_openapi-contract-tests (60 s, 2 of 3 seeds)_');
});

test('says where another tool finds more, with what each found', async () => {
  const { page } = await results([
    { ...run, entries: [] },
    { ...run, tool: 'Schemathesis', entries: [entry('status 500'), entry('status 404')] },
  ]);
  expect(page).toContain(
    'ours finds more defects than the best of the others in 60 s on 0 of 1 servers, as many on 0, and fewer on 1.',
  );
  expect(page).toContain('Ids that are no numbers fail with 500. _Schemathesis (60 s)_');
  expect(page).toContain('The ids that the tool invents do not exist. The ids are at fault.');
});

test('lists the entries that nobody has judged', async () => {
  const { page, unread } = await results([{ ...run, entries: [entry('something new')] }]);
  expect(unread).toBe(
    'unread: Books: openapi-contract-tests: GET /books/{id} | check | something new\n',
  );
  expect(cells(page, 'openapi-contract-tests').slice(7, 11)).toEqual(['0', '0', '1', '1']);
});
