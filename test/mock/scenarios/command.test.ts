import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../support/command/run-command.ts';

/** A file that exists until the test has finished. */
async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'input.yaml');
  await writeFile(file, text);
  return file;
}

test('the command plays scenarios from a file, for accounts from a file, below a base path', async () => {
  const scenarios = await fileWith(
    `flaky: { login: [{ status: 503 }], '*': [{ status: 502, body: '<p>' }] }\n`,
  );
  const accounts = await fileWith('- { identity: ada@example.com, password: correct horse }\n');
  const files = ['--scenarios', scenarios, '--accounts', accounts];
  const child = runCommand([
    'mock',
    '--port',
    '0',
    '--base-path',
    '/access',
    ...files,
    '--scenario',
    'flaky',
  ]);
  await child.says('Press Ctrl-C');
  // The passwords of a file are not the public ones of the demo.
  expect(child.stdout()).not.toContain('correct horse');
  const [url] = /http:\/\/127\.0\.0\.1:\d+\/access/.exec(child.stdout()) ?? [];
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const response = await fetch(`${url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identity: 'ada@example.com', password: 'correct horse' }),
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([503, 502, 200]);
  child.signal('SIGTERM');
  expect(await child.ended).toBe(0);
});

test.each([
  [
    '--scenarios',
    'flaky: { login: [{ status: 409 }] }',
    /^error: scenario "flaky", login, step 1: there is no/,
  ],
  ['--scenarios', '- flaky', /^error: scenarios: must be an object/],
  ['--scenarios', 'a: [', /^error: cannot read .*input\.yaml as YAML or JSON/],
  [
    '--accounts',
    '- { identity: ada@example.com, password: 5 }',
    /^error: account 1: "password" must be a text$/m,
  ],
])('the command rejects %s with %s', async (option, text, message) => {
  const child = runCommand(['mock', option, await fileWith(text)]);
  expect(await child.ended).toBe(2);
  expect(child.stderr()).toMatch(message);
});
