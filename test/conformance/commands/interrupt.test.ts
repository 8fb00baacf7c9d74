import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command/run-command.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { sharedDocument, sharedServer } from '../document/shared-server.ts';
import { serverForTest } from '../test-server.ts';

/** Sends a signal to a run when the server has received this many requests and answers no others but deletions. */
async function interrupt(
  after: number,
  mayDelete: boolean,
  signal: 'SIGINT' | 'SIGHUP' = 'SIGINT',
) {
  const shared = sharedServer();
  let requests = 0;
  const server = await serverForTest((request, response) => {
    requests += 1;
    if (requests === after) child.signal(signal);
    if (requests < after || (mayDelete && request.method === 'DELETE'))
      shared.listener(request, response);
  });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'api.yaml'), sharedDocument);
  const reports = ['json', 'html'].map((format) => `${format}=${join(folder, `report.${format}`)}`);
  const args = ['test', server.url, '--document', join(folder, 'api.yaml'), '--report', ...reports];
  const child = runCommand(args, { cwd: folder });
  const code = await child.ended;
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const html = readFileSync(join(folder, 'report.html'));
  return { code, report, added: shared.added(), output: child.stdout(), html };
}

test('deletes or lists what it created, and writes its reports, after Ctrl-C', async () => {
  const { code, report, added, output, html } = await interrupt(100, true);
  expect(output).toMatch(/the run was stopped\s\(SIGINT\)\safter\s\d+\srequests/);
  expect(report.stopReason).toBe('the run was stopped (SIGINT)');
  expect(report.durationMs).toBeLessThan(15_000);
  expect(html.length).toBeGreaterThan(0);
  // The clean-up has a time limit.
  expectListed(report, added);
  expect([1, 3]).toContain(code);
});

test('lists what it could not delete when its terminal was closed', async () => {
  const { report, added } = await interrupt(100, false, 'SIGHUP');
  expect(added.length).toBeGreaterThan(0);
  // A deletion whose response was lost is listed too: nobody knows whether it happened.
  expectListed(report, added);
});

/** Of a creation whose response came too late, only that it happened is known. */
function expectListed(
  { leftovers }: { readonly leftovers: readonly string[] },
  added: readonly number[],
) {
  const ids = leftovers.map((line) => Number(/: \/todos\/(\d+) /.exec(line)?.[1]));
  const late = leftovers.filter((line) => line.includes('POST /todos had no response'));
  const times = late.map((line) => Number(/, (\d+) times$/.exec(line)?.[1] ?? 1));
  expect(added.filter((id) => !ids.includes(id)).slice(times[0] ?? 0)).toEqual([]);
}
