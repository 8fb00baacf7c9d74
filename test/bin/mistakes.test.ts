import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { run } from '../../bin/run.ts';
import { createTerminal } from '../../bin/terminal.ts';
import { commandLine } from './support/in-process.ts';

const mistakes = [
  ['a wrong command', ['serv'], /unknown command 'serv'\. Did you mean serve\? See account-access --help$/],
  [
    'a wrong command of a group',
    ['accounts', 'lst'],
    /'lst'\. Did you mean list\? See account-access accounts --help$/,
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
  ['a wrong number', ['calibrate', '--target', '0'], /A time must be a whole number from 1 to 5000\./],
  ['an argument missing', ['accounts', 'add'], /'identity'\. See account-access accounts add --help$/],
  ['an argument too many', ['sweep', 'twice'], /too many arguments for 'sweep'/],
  [
    'an unknown check',
    ['test', 'http://127.0.0.1:9', '--only', 'login/returns-a-tokn'],
    /there is no check login\/returns-a-tokn\. Did you mean login\/returns-a-token\?$/,
  ],
  [
    'an unknown subject to leave out',
    ['test', '--list', '--skip', 'loginn'],
    /--skip: there is no check loginn\. Did you mean login\?$/,
  ],
  ['a check like no other', ['test', '--list', '--only', 'qqqqqqqq'], /test --list shows them all\.$/],
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
    ['accounts', 'list', '--database', '/no/such.db'],
    /there is no database at \/no\/such\.db: name another with --database, or create one with 'account-access accounts add'$/,
  ],
  [
    'a configuration that is not there',
    ['serve', '--config', '/no/such.yaml'],
    /cannot read the configuration file \/no\/such\.yaml: there is no such file$/,
  ],
  ['a backup that is not there', ['restore', '/no/such.db', '--check'], /\/no\/such\.db/],
  ['an unknown shell', ['completion', 'bsh'], /Choose from bash, zsh, fish\. Did you mean bash/],
] as const;

test.each(mistakes)('%s is reported in one line, with exit code 2', async (_name, args, message) => {
  const { stdout, stderr, code } = await commandLine(args);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  expect(stderr.trimEnd()).toMatch(message);
  expect(stderr).not.toContain('hunter2');
});

test('with --json too an error goes to standard error, with the same exit code', async () => {
  const { stdout, stderr, code } = await commandLine([
    'keys',
    'list',
    'a@b.c',
    '--json',
    '--database',
    '/no/such.db',
  ]);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(/^error: there is no database at \/no\/such\.db: [^\n]+\n$/);
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
