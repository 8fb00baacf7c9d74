import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { commandArguments } from '../../support/command/child-process.ts';
import { preloadScript, runCommand } from '../../support/command/run-command.ts';
import { temporaryFolder } from '../../support/server/database.ts';

/** Runs the service with this standard error, and reads its addresses from standard output. */
async function serveWith(stderr: 'pipe' | number, folder = temporaryFolder()) {
  const args = [
    'serve',
    '--port',
    '0',
    '--internal',
    '127.0.0.1:0',
    '--database',
    join(folder, 'a.db'),
  ];
  const child = spawn(process.execPath, [...commandArguments, ...args, '--json'], {
    stdio: ['ignore', 'pipe', stderr],
  });
  const ended = once(child, 'exit');
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  child.stderr?.setEncoding('utf8');
  const [line] = await once(child.stdout ?? child, 'data');
  const { url, internal } = JSON.parse(String(line));
  const credential = readFileSync(internal.credential_file, 'utf8').trim();
  return {
    child,
    closed,
    url,
    readDropped: async () => {
      const headers = { Authorization: `Bearer ${credential}` };
      const text = await (await fetch(`${internal.url}/metrics`, { headers })).text();
      return Number(/^account_access_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code, signal] = await ended;
      return code ?? signal;
    },
  };
}

/** Sends requests, some at a time, and returns how many got a response. */
async function sendRequests(url: string, number: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(`${url}/nothing`, { agent }, (response) => response.resume().on('end', resolve)).on(
        'error',
        reject,
      );
    });
  await Promise.all(Array.from({ length: number }, one));
  agent.destroy();
  return number;
}

test.skipIf(!existsSync('/dev/full'))(
  'the service runs and stops with its log on a full disk',
  async () => {
    const { url, stop } = await serveWith(openSync('/dev/full', 'w'));
    expect(await sendRequests(url, 500)).toBe(500);
    expect(await stop()).toBe(0);
  },
);

test('a reader of the log that stalls stops nothing; lines are dropped, counted and reported when it reads again', async () => {
  const { child, closed, url, readDropped, stop } = await serveWith('pipe');
  let sent = 0;
  while ((await readDropped()) === 0 && sent < 50_000) sent += await sendRequests(url, 1000);
  const dropped = await readDropped();
  expect(dropped).toBeGreaterThan(0);

  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  while (!text.includes('were dropped')) await sleep(20);
  expect(await stop()).toBe(0);
  await closed;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): { msg: string; dropped?: number } => JSON.parse(line));
  expect(lines.filter((line) => line.dropped !== undefined)).toMatchObject([
    { level: 40, dropped },
  ]);
  const written = lines.filter(({ msg }) => msg === 'response sent').length;
  // Nothing is lost without being counted.
  expect(written + dropped).toBe(sent);
});

test('the service stops while nobody reads its log', async () => {
  const { url, stop } = await serveWith('pipe');
  await sendRequests(url, 1000);
  expect(await stop()).toBe(0);
});

test('the lines of the log come before the reason of a crash', async () => {
  const env = preloadScript(
    `process.on('SIGUSR2', () => { for (const _ of '123') process.emit('SIGHUP'); setImmediate(() => { throw new Error('planted crash') }) })`,
  );
  const server = runCommand(
    ['serve', '--port', '0', '--database', join(temporaryFolder(), 'a.db')],
    { env },
  );
  await server.says('"listening"');
  server.signal('SIGUSR2');
  expect(await server.ended).toBe(1);
  const [log = '', crash] = server.stderr().split('planted crash', 2);
  // Another thread may still write the first line.
  expect(log.match(/read the secrets file again/g)?.length).toBeGreaterThanOrEqual(2);
  expect(crash).toBeDefined();
});
