import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { engineArguments, startProgram } from '../support/command/child-process.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { blocksOf } from './support/blocks.ts';

const action = parse(readFileSync('conformance/engine/action.yml', 'utf8'));
const page = readFileSync('conformance/engine/docs/ci-and-gateways.md', 'utf8');
const readme = readFileSync('conformance/engine/README.md', 'utf8');
const notes = blocksOf(readFileSync('test/docs/prepared/notes.md', 'utf8'));

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const steps: readonly Step[] = action.runs.steps;
const stepOf = (name: string) => steps.find((step) => step.name === name);

type Inputs = Readonly<Record<string, string>>;

/** The inputs that the samples of both pages give to the action. */
const samples: readonly Inputs[] = [readme, page].flatMap((text) =>
  blocksOf(text)
    .filter(({ language, code }) => language === 'yaml' && code.includes('conformance/engine@'))
    .flatMap(({ code }) => parse(code).jobs.contract.steps)
    .filter(({ uses = '' }) => uses.includes('conformance/engine@'))
    .map((step) => step.with),
);
const given = samples.find(({ profile }) => profile !== undefined) ?? {};

test('each sample gives the action only inputs that it has, and all that are required', () => {
  const { inputs } = action;
  expect(samples).toHaveLength(3);
  for (const sample of samples) {
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(sample)));
    const required = Object.keys(inputs).filter((name) => inputs[name].required);
    expect(Object.keys(sample)).toEqual(expect.arrayContaining(required));
  }
  for (const name of Object.keys(inputs).filter((name) => !(name in given)))
    expect(page, name).toContain(`\`${name}\``);
});

test('other actions are pinned, and no input is part of a script', () => {
  for (const { uses, run = '' } of steps) {
    if (uses !== undefined) expect(uses).toMatch(/@[\da-f]{40}$/);
    expect(run).not.toContain('${{');
  }
});

/** A folder with the files of the page, and a server that `start` starts on a free port. */
function openFolder() {
  const folder = temporaryFolder();
  for (const { file, code } of notes)
    if (file !== undefined) writeFileSync(join(folder, file), code);
  mkdirSync(join(folder, 'bin'));
  // The package is not built here.
  const words = [process.execPath, ...engineArguments].map((word) => `"${word}"`).join(' ');
  const node = `#!/bin/sh\nif [ "$1" = tests ]; then shift; exec ${words} "$@"; fi\nexec "${process.execPath}" "$@"\n`;
  writeFileSync(join(folder, 'bin/node'), node, { mode: 0o755 });
  return folder;
}

function runStep(name: string, folder: string, inputs: Inputs) {
  const { run = '', env = {} } = stepOf(name) ?? {};
  const defaults = Object.entries<{ readonly default?: string }>(action.inputs).map(
    ([input, { default: value = '' }]) => [input, value],
  );
  const values: Record<string, string> = { ...Object.fromEntries(defaults), ...inputs };
  const variables = Object.entries(env).map(([variable, expression]) => {
    const [, names = ''] = /^\$\{\{ (.+?) \}\}/.exec(expression) ?? [];
    const found = names.split(' || ').map((one) => values[one.replace('inputs.', '')]);
    return [variable, found.find((value) => value !== undefined && value !== '') ?? ''];
  });
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      API_KEY: 'secret',
      ...Object.fromEntries(variables),
      ...(name === 'Test the server' && { TESTS: 'tests' }),
      RUNNER_TEMP: folder,
      GITHUB_STEP_SUMMARY: join(folder, 'step-summary.md'),
      GITHUB_ACTIONS: 'true',
    },
  });
}

test('starts the server, waits for it, tests it, and adds the report to the summary of the job', async () => {
  const folder = openFolder();
  const server = startProgram([process.execPath, 'notes.mjs'], { cwd: folder, env: { PORT: '0' } });
  onTestFinished(server.end);
  const url = await server.says(/http:\S+(?=\n)/);
  const inputs = { ...given, url };

  expect(runStep('Wait for the server', folder, inputs)).toMatchObject({ status: 0 });
  const tested = runStep('Test the server', folder, inputs);
  expect(tested.status, tested.stdout + tested.stderr).toBe(1);
  expect(tested.stdout).toContain('::error title=document/fuzz/createNote::');
  const summary = readFileSync(join(folder, 'step-summary.md'), 'utf8');
  expect(summary).toMatch(/^## Contract tests: failed\n/);
  expect(summary).toContain('<summary><b>HTTP 500');
  const reports = join(folder, action.inputs.reports.default);
  for (const name of ['contract.sarif', 'ctrf.json'])
    expect(JSON.parse(readFileSync(join(reports, name), 'utf8'))).toBeDefined();
  expect(readFileSync(join(reports, 'junit.xml'), 'utf8')).toContain('<testsuites');
});

test('waits for a server that its start command leaves behind, and until it is ready', async () => {
  const folder = openFolder();
  const start = 'echo started';
  expect(runStep('Start the server', folder, { ...given, start })).toMatchObject({ status: 0 });
  // It runs on its own, because this process waits for the step.
  const code = `let requests = 0;
    require('node:http').createServer((request, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 503 : 404).end();
    }).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;
  const server = startProgram([process.execPath, '-e', code]);
  onTestFinished(server.end);
  const url = await server.says(/http:\S+(?=\n)/);
  const waited = runStep('Wait for the server', folder, { ...given, url, 'wait-seconds': '60' });
  expect(waited).toMatchObject({ status: 0 });
});

test.each([
  [
    'a server that never responds',
    'echo "no port is free"',
    '1',
    3,
    '::error::http://127.0.0.1:9 is not ready after 1 s (no response)',
  ],
  [
    'a command that fails',
    'echo "no port is free"; exit 4',
    '60',
    3,
    '::error::The command that starts the server failed with code 4 (no response)',
  ],
])('shows the log of %s', (_what, start, seconds, status, message) => {
  const folder = openFolder();
  expect(runStep('Start the server', folder, { ...given, start })).toMatchObject({ status: 0 });
  const inputs = { ...given, url: 'http://127.0.0.1:9', 'wait-seconds': seconds };
  const waited = runStep('Wait for the server', folder, inputs);
  expect(waited.status).toBe(status);
  expect(waited.stdout).toContain(message);
  expect(waited.stdout).toContain('no port is free');
});

test.each([
  [
    { 'wait-seconds': 'a minute' },
    'Wait for the server',
    "::error::wait-seconds must be a number of seconds, not 'a minute'",
  ],
  [{ url: 'http//example.com' }, 'Test the server', 'http//example.com'],
  [{ document: 'missing.yaml' }, 'Test the server', 'missing.yaml'],
  [{ profile: 'missing.yaml' }, 'Test the server', 'missing.yaml'],
  [{ 'max-time': 'soon' }, 'Test the server', 'soon'],
])('names the input that is wrong: %j', (wrong, step, message) => {
  const folder = openFolder();
  const run = runStep(step, folder, { ...given, url: 'http://127.0.0.1:9', ...wrong });
  expect(run.status).toBe(2);
  expect(run.stdout + run.stderr).toContain(message);
});
