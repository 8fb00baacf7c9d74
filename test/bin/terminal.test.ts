import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { run } from '../../bin/run.ts';
import { createTerminal } from '../../conformance/engine/terminal/terminal.ts';
import { anAccount } from '../server/store/an-account.ts';
import { preloadScript, runCommand } from '../support/command/run-command.ts';
import { temporaryFile, temporaryStore } from '../support/server/database.ts';
import { setVariables } from '../support/set-variables.ts';
import { commandLine } from './support/in-process.ts';

const questions = [
  [['accounts', 'add', 'ben@example.com'], '--password-stdin'],
  [['accounts', 'add', 'ben@example.com', '--mfa'], '--password-stdin'],
  [['accounts', 'passwd', 'ana@example.com'], '--password-stdin'],
  [['accounts', 'delete', 'ana@example.com'], '--yes'],
  [['keys', 'verify'], 'standard input'],
] as const;

test('with --no-input, or at a terminal that cannot hide input, it does not prompt and says what to pass', async () => {
  const { store } = await anAccount();
  for (const [args, instead] of questions) {
    const asked = [...args, '--database', store.database];
    for (const result of [
      await commandLine([...asked, '--no-input'], { atTerminal: true }),
      await commandLine(asked, { atTerminal: true, environment: { TERM: 'dumb' } }),
    ]) {
      expect(result).toMatchObject({ stdout: '', code: 2 });
      expect(result.stderr).toMatch(/^error: [^\n]+\n$/);
      expect(result.stderr).toContain(instead);
    }
  }
  expect(await store.accounts.find('ana@example.com')).toBeDefined();
});

test('a command fails when the input of its prompt ends', async () => {
  const { database } = await temporaryStore();
  const child = runCommand(['accounts', 'add', 'ben@example.com', '--database', database], {
    env: preloadScript(`
      Object.assign(process.stdin, { isTTY: true, setRawMode() {} });
      process.stderr.isTTY = true;
    `),
  });
  expect(await child.ended).toBe(1);
  expect(child.stderr()).toContain('Password');
});

test('a profile that needs a prompt says what to use instead', async () => {
  const file = temporaryFile('profile.yaml', 'credentials: { apiKey: prompt }\n');
  const args = ['test', 'http://127.0.0.1:1', '--profile', file, '--no-input'];
  const { stderr, code } = await commandLine(args, { atTerminal: true });
  expect(code).toBe(2);
  expect(stderr).toContain('use env:NAME, file:path or command:program instead');
});

const escapeCode = '\u001b';
const help = ['accounts', '--help'];

test('at a terminal, and with FORCE_COLOR elsewhere too, the headings of help stand out', async () => {
  for (const setting of [{ atTerminal: true }, { environment: { FORCE_COLOR: '1' } }])
    expect((await commandLine(help, setting)).stdout).toContain(
      `${escapeCode}[1mExamples:${escapeCode}[22m`,
    );
});

const atTerminal = (environment: Record<string, string>) => ({ atTerminal: true, environment });

test.each([
  ['off a terminal', help, {}],
  ['with NO_COLOR', help, atTerminal({ NO_COLOR: '1' })],
  ['with NO_COLOR and FORCE_COLOR', help, atTerminal({ NO_COLOR: '1', FORCE_COLOR: '1' })],
  ['with FORCE_COLOR=0', help, atTerminal({ FORCE_COLOR: '0' })],
  ['with --no-color', ['--no-color', ...help], { atTerminal: true }],
  [
    'with --no-color behind the command',
    ['accounts', '--no-color', '--help'],
    { atTerminal: true },
  ],
  ['at a dumb terminal', help, atTerminal({ TERM: 'dumb' })],
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

const url = 'postgres://ana:canary-5e20@127.0.0.1:1/x';
const nowhere = '/nowhere/at.all';

test.each([
  ['--database', ['sweep', '--database', url], 'ACCOUNT_ACCESS_DATABASE'],
  ['--database', ['sweep', `--database=${url}`], 'ACCOUNT_ACCESS_DATABASE'],
  ['--to', ['move', '--database', nowhere, '--to', url], 'ACCOUNT_ACCESS_MOVE_TO'],
])('a password in %s is warned of, and not repeated: %j', async (option, args, variable) => {
  const { stdout, stderr } = await commandLine([...args, '--secrets', nowhere]);
  expect(stderr).toContain(
    `warning: the password in ${option} postgres://ana@127.0.0.1:1/x was visible to all users of this machine: put the URL into ${variable}, or`,
  );
  expect(stdout + stderr).not.toContain('canary');
});

test('a password in the environment gets no warning', async () => {
  setVariables({ ACCOUNT_ACCESS_DATABASE: url });
  const { stderr } = await commandLine(['sweep', '--secrets', nowhere]);
  expect(stderr).toMatch(
    /^error: cannot reach postgres:\/\/ana@127\.0\.0\.1:1\/x: nothing listens there\n$/,
  );
});

test.each([
  [
    'a wrong command',
    ['serv'],
    /unknown command 'serv'\. Did you mean serve\? See account-access --help$/,
  ],
  ['a wrong command to help', ['help', 'accounts', 'lst'], /'lst'\. Did you mean list\?/],
  ['a wrong option', ['test', '--basi', 'shown'], /'--basi'\. Did you mean --basis\?/],
  [
    'a wrong option with its value',
    ['accounts', 'add', 'a@b.c', '--password=hunter2'],
    /'--password'\. Did you mean --password-stdin\?/,
  ],
  ['a wrong option of every command', ['sweep', '--no-inptu'], /Did you mean --no-input\?/],
  [
    'a wrong choice',
    ['test', '--list', '--basis', 'show'],
    /Choose from safety, shown, standard, .*Did you mean shown\?/,
  ],
  ['a wrong format', ['test', '--report', 'jsn=x'], /json=<file>, .*Did you mean json\?/],
  [
    'a wrong number',
    ['calibrate', '--target', '0'],
    /A time must be a whole number from 1 to 5000\./,
  ],
  [
    'an argument missing',
    ['accounts', 'add'],
    /'identity'\. See account-access accounts add --help$/,
  ],
  ['an argument too many', ['sweep', 'twice'], /too many arguments for 'sweep'/],
  [
    'an unknown check',
    ['test', 'http://127.0.0.1:9', '--only', 'login/returns-a-tokn'],
    /there is no check login\/returns-a-tokn\. Did you mean login\/returns-a-token\?$/,
  ],
  [
    'an address behind the checks',
    ['test', '--only', 'login', 'http://127.0.0.1:9'],
    /give the base URL before the options$/,
  ],
  ['no address', ['test'], /give the base URL of the server/],
  [
    'an unknown scenario',
    ['mock', '--scenario', 'unavalable'],
    /no scenario "unavalable"; there are .*Did you mean unavailable\?$/,
  ],
  [
    'a database that is not there',
    ['accounts', 'list', '--json', '--database', '/no/such.db'],
    /there is no database at \/no\/such\.db: name another with --database, or create one with 'account-access accounts add'$/,
  ],
  ['an unknown shell', ['completion', 'bsh'], /Choose from bash, zsh, fish\. Did you mean bash/],
] as const)('%s is reported in one line, with exit code 2', async (_name, args, message) => {
  const { stdout, stderr, code } = await commandLine(args);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  expect(stderr.trimEnd()).toMatch(message);
  expect(stderr).not.toContain('hunter2');
});

test('reports an internal error as a bug, with exit code 70', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  stdout.write = () => {
    throw new TypeError('planted');
  };
  const terminal = createTerminal({ stdin: new PassThrough(), stdout, stderr, environment: {} });
  await run(['--version'], terminal);
  expect(terminal.exitCode).toBe(70);
  expect(String(stderr.read())).toMatch(
    /^error: a bug in account-access, please report it: TypeError: planted\n/,
  );
});

test.skipIf(!existsSync('/dev/full')).each([
  ['none of it', 'ENOSPC', '/dev/full'],
  ['only a part of it', 'EFBIG', undefined],
])(
  'reports in one line output of which %s can be written, with exit code 1',
  async (_what, code, full) => {
    const output = full ?? temporaryFile('output', '');
    const child = runCommand(['--help'], {
      runBy: ['sh', '-c', `trap '' XFSZ; ulimit -f 1; exec "$@" > "$0"`, output],
    });
    expect(await child.ended).toBe(1);
    expect(child.stderr()).toMatch(
      new RegExp(`^error: standard output cannot be written: ${code}[^\\n]+\\n$`),
    );
  },
);
