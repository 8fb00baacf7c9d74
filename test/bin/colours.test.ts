import { expect, test } from 'vitest';
import { commandLine } from './support/in-process.ts';

const escapeCode = '\u001b';
const help = ['accounts', '--help'];

test('at a terminal the headings of help stand out', async () => {
  const { stdout } = await commandLine(help, { atTerminal: true });
  expect(stdout).toContain(`${escapeCode}[1mExamples:${escapeCode}[22m`);
});

test('with FORCE_COLOR they stand out elsewhere too', async () => {
  expect((await commandLine(help, { environment: { FORCE_COLOR: '1' } })).stdout).toContain(escapeCode);
});

test.each([
  ['off a terminal', help, {}],
  ['with NO_COLOR', help, { atTerminal: true, environment: { NO_COLOR: '1' } }],
  [
    'with NO_COLOR and FORCE_COLOR',
    help,
    { atTerminal: true, environment: { NO_COLOR: '1', FORCE_COLOR: '1' } },
  ],
  ['with FORCE_COLOR=0', help, { atTerminal: true, environment: { FORCE_COLOR: '0' } }],
  ['with --no-color', ['--no-color', ...help], { atTerminal: true }],
  ['with --no-color behind the command', ['accounts', '--no-color', '--help'], { atTerminal: true }],
  ['at a dumb terminal', help, { atTerminal: true, environment: { TERM: 'dumb' } }],
] as const)('%s there is no escape code', async (_when, args, setting) => {
  const { stdout, code } = await commandLine(args, setting);
  expect(code).toBe(0);
  expect(stdout).toContain('Examples:');
  expect(stdout).not.toContain(escapeCode);
});

test('progress is a line that is overwritten at a terminal, and nothing elsewhere', async () => {
  const run = ['calibrate', '--target', '1', '--parallel', '1', '--memory', '32', '--json'];
  const [seen, unseen, dumb] = [
    await commandLine(run, { atTerminal: true, environment: { NO_COLOR: '1' } }),
    await commandLine(run),
    await commandLine(run, { atTerminal: true, environment: { TERM: 'dumb' } }),
  ];
  expect(seen.stderr).toMatch(/^\rmeasuring m=/);
  expect(seen.stderr).not.toContain(escapeCode);
  expect([unseen.stderr, dumb.stderr]).toEqual(['', '']);
  expect(JSON.parse(unseen.stdout)).toHaveProperty('proposed.argon2');
});
