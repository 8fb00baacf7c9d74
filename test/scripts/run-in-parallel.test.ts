import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../server/store/temporary-store.ts';

const program = fileURLToPath(new URL('../../scripts/run-in-parallel.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

// Ends only when its neighbour has begun as well.
const step = `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const [name, neighbour, code] = process.argv.slice(2);
console.log(name + ' began');
writeFileSync(name + '.began', '');
while (!existsSync(neighbour + '.began')) await setTimeout(5);
console.error(name + ' saw ' + neighbour);
process.exitCode = Number(code);
`;

function runInParallel(...args: readonly string[]) {
  const cwd = temporaryFolder();
  const scripts = { left: 'node step.mjs left right 0', right: 'node step.mjs right left 7' };
  writeFileSync(join(cwd, 'step.mjs'), step);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts }));
  return spawnSync(process.execPath, ['--import', tsx, program, ...args], { cwd, encoding: 'utf8' });
}

test('scripts run at once, the output of each is printed whole, and one that fails fails all', () => {
  const { stdout, stderr, status } = runInParallel('--at-once', '2', 'left', 'right');
  expect(stdout).toMatch(/^── left: runs\n── right: runs\n/);
  expect(stdout).toMatch(/^── left: passed, \d+\.\d s\nleft began\nleft saw right\n/m);
  expect(stdout).toMatch(/^── right: FAILED \(7\), \d+\.\d s\nright began\nright saw left\n/m);
  expect({ lines: stdout.split('\n').length, stderr, status }).toEqual({
    lines: 9,
    stderr: 'Failed: right. Their output is above.\n',
    status: 1,
  });
});

test('no scripts, or none at once, is an error', () => {
  expect(runInParallel().status).toBe(2);
  expect(runInParallel('--at-once', '0', 'left').status).toBe(2);
});
