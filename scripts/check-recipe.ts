import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Report } from '../conformance/report/report.ts';
import { demoAccounts } from '../server/config/demo-accounts.ts';
import { type Edit, steps } from './check-recipe/steps.ts';

/**
 * Follows "Add an operation" of CONTRIBUTING.md in a temporary clone of the last commit, with `GET /v1/security/apikey`.
 * After each step the compiler must name the files that still lack the operation, and no others. In the end a server starts,
 * the contract tests pass, the client has the method, and the docs have the page.
 */
const maximumFiles = 8;
class RecipeError extends Error {}
const root = resolve(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
const clone = join(folder, 'account-access');
const run = promisify(execFile);

try {
  await run('git', ['clone', '--quiet', root, clone]);
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  for (const { title, edits, demands } of steps) {
    say(title);
    for (const edit of edits) await apply(edit);
    await npm('generate');
    await expectDemands(demands);
  }
  say('Check lint rules and generated files');
  await npm('lint:contract');
  await npm('lint:code');
  await npm('generate', '--', '--check');
  say('Run the test of the operation');
  await tool('vitest', 'run', '--project', 'sqlite', 'test/server/operations/list-api-keys.test.ts');
  await checkServer();
  say('Build the docs');
  await npm('docs');
  const page = await readFile(join(clone, 'dist/docs/reference.html'), 'utf8').catch(() => '');
  expect(page.includes('listApiKeys'), 'the reference has no section for listApiKeys');
  await checkFiles();
} catch (error) {
  if (!(error instanceof RecipeError)) throw error;
  console.error(`The recipe does not work: ${error.message}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Starts the service and the contract tests against it, then calls the operation through the client. */
async function checkServer(): Promise<void> {
  say('Start the server');
  const database = join(folder, 'data', 'account-access.db');
  const options = ['serve', '--demo', '--json', '--port', '0', '--database', database];
  const command = ['node_modules/tsx/dist/cli.mjs', 'bin/account-access.ts'];
  const server = spawn(process.execPath, [...command, ...options], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'close');
  try {
    const [line = '{}'] = await once(createInterface(server.stdout), 'line');
    const { url, demo } = JSON.parse(line);
    say('Run the contract tests');
    const tests = [...command, 'test', url, '--profile', demo.profile, '--json'];
    const report = await attempt(
      'account-access test',
      run(process.execPath, tests, { cwd: clone, maxBuffer: 1e8 }),
    );
    const { coverage }: Report = JSON.parse(report);
    expect(
      coverage.some(({ operation, requests }) => operation === 'listApiKeys' && requests > 0),
      'the contract tests sent no request to listApiKeys',
    );
    say('Call the operation through the client');
    const { identity, password } = demoAccounts.plain;
    const program = join(clone, 'use-client.ts');
    await writeFile(
      program,
      `import { createClient } from './client/index.ts';
const credentials = ${JSON.stringify({ identity, password })};
const client = createClient({ baseUrl: ${JSON.stringify(url)}, credentials });
const { id } = await client.generateApiKey({ description: 'Nightly build' });
const { keys } = await client.listApiKeys();
console.log(JSON.stringify(keys.find((key) => key.id === id)));
`,
    );
    const called = await run(process.execPath, [command[0] ?? '', program], { cwd: clone });
    await rm(program);
    expect(JSON.parse(called.stdout).description === 'Nightly build', 'the client does not list the new key');
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function apply(edit: Edit): Promise<void> {
  const file = join(clone, edit.file);
  if ('copyOf' in edit) {
    await mkdir(dirname(file), { recursive: true });
    return writeFile(file, await readFile(join(root, 'scripts/check-recipe/files', edit.copyOf)));
  }
  const { anchor, place, text } = edit;
  const content = await readFile(file, 'utf8');
  expect(
    content.split(anchor).length === 2,
    `${edit.file} must contain this line once, or scripts/check-recipe/steps.ts needs another:\n${anchor}`,
  );
  const changed = { after: anchor + text, before: text + anchor }[place];
  await writeFile(
    file,
    content.replace(anchor, () => changed),
  );
}

/** Checks that the compiler names these files, and no others. */
async function expectDemands(demands: readonly string[]): Promise<void> {
  const output = await run('npx', ['tsc', '--noEmit', '--pretty', 'false'], {
    cwd: clone,
    maxBuffer: 1e8,
  }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  const named = [...new Set(output.match(/^[\w./-]+(?=\(\d+,\d+\): error)/gm) ?? [])];
  expect(
    named.toSorted().join() === demands.toSorted().join(),
    `the compiler names ${named.join(', ') || 'nothing'}, not ${demands.join(', ') || 'nothing'}:\n${output}`,
  );
  console.log(
    demands.length === 0 ? '  everything compiles' : `  the compiler demands ${demands.join(' and ')}`,
  );
}

async function checkFiles(): Promise<void> {
  const files = [...new Set(steps.flatMap(({ edits }) => edits.map(({ file }) => file)))];
  const { stdout } = await run('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: clone });
  const derived = /^(generated|docs|dist)\//;
  const changed = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => !derived.test(file));
  const unexpected = changed.filter((file) => !files.includes(file) && file !== 'node_modules');
  expect(unexpected.length === 0, `the recipe also changed ${unexpected.join(', ')}`);
  expect(files.length <= maximumFiles, `the recipe edits ${files.length} files, more than ${maximumFiles}`);
  console.log(
    `The recipe works. ${files.length} files edited by hand:\n${files.map((file) => `  ${file}`).join('\n')}`,
  );
}

async function npm(...args: readonly string[]): Promise<void> {
  await attempt(
    `npm run ${args.join(' ')}`,
    run('npm', ['run', '--silent', ...args], { cwd: clone, maxBuffer: 1e8 }),
  );
}

async function tool(name: string, ...args: readonly string[]): Promise<void> {
  await attempt([name, ...args].join(' '), run('npx', [name, ...args], { cwd: clone, maxBuffer: 1e8 }));
}

/** Returns what the command wrote to standard output. @throws RecipeError with all that it wrote, when it fails */
async function attempt(command: string, running: Promise<{ readonly stdout: string }>): Promise<string> {
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => {
    throw new RecipeError(`${command} failed:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

function say(title: string): void {
  console.log(title);
}

function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new RecipeError(message);
}
