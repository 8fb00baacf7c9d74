import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

async function measure(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/client-size.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [written, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { written, exitCode };
}

test('the client with its dependencies is within its limit', async () => {
  const { written, exitCode } = await measure();
  expect(written).toMatch(/^client: \d+ bytes gzipped, of 4500\n$/);
  expect(exitCode).toBe(0);
});

test('a client over the limit fails', async () => {
  expect(await measure('--limit', '1000')).toMatchObject({ exitCode: 1 });
});
