import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { install } from './install.ts';
import { spectral } from './linters.ts';
import { secondsSince, workOff } from './work-off.ts';

/*
 * `npm run check`: everything that must hold. `npm run check -- code contract` runs only these, see below for the names.
 */

const names = process.argv.slice(2);
const isWhole = names.length === 0;
const docs = 'tsx scripts/docs.ts && node node_modules/typescript-7/bin/tsc --noEmit -p docs';
const sbom = 'npm sbom --sbom-format cyclonedx > dist/sbom.cdx.json';

/** Commands of a shell, by the name that the output gives them. */
type Commands = Readonly<Record<string, string>>;

/** Fast, and the last one builds the command that the tests run. */
const still: Commands = {
  typecheck: 'npm run --silent typecheck',
  package: `npm run --silent build -- --noCheck && ${docs} && ${sbom} && tsx scripts/check-package.ts`,
  generated: 'tsx scripts/generate.ts --check && tsx scripts/contract-diff.ts',
  code: 'biome check --error-on-warnings .',
  imports: 'depcruise .',
  contract:
    `REDOCLY_TELEMETRY=off redocly lint --config openapi/redocly.yaml openapi/openapi.yaml ` +
    'openapi/workflows.arazzo.yaml && tsx scripts/lint-contract.ts',
  owasp: `SCARF_ANALYTICS=false node ${spectral.join(' ')} generated/openapi.json`,
};

/** `npm test` keeps the cores busy, except where it waits. So these run at the same time. */
const running: Commands = {
  test: isWhole ? 'TEST_BUILT=1 vitest run --project sqlite --project postgres' : 'npm test',
  browser: 'npm run --silent test:browser',
  runtimes: isWhole
    ? 'vitest run --project runtimes --maxWorkers 1'
    : 'npm run --silent test:runtimes',
  generators: 'tsx scripts/check-generators.ts',
};

const all: Commands = { ...still, ...running };
const unknown = names.filter((name) => all[name] === undefined);
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}`,
  );
  process.exitCode = 2;
} else {
  const chosen = (commands: Commands): Commands =>
    Object.fromEntries(
      Object.entries(commands).filter(([name]) => isWhole || names.includes(name)),
    );
  await installFor(Object.keys(chosen(all)));
  const failed = [...(await runInParallel(chosen(still), availableParallelism()))];
  if (failed.length === 0) failed.push(...(await runInParallel(chosen(running), 2)));
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}. Their output is above.`);
    process.exitCode = 1;
  }
}

async function installFor(checks: readonly string[]): Promise<void> {
  const needs = (...some: readonly string[]) => some.some((name) => checks.includes(name));
  await Promise.all([
    needs('package', 'owasp', 'test', 'generators') && install('scripts/tools'),
    needs('test') && install('test/frameworks'),
  ]);
}

/** All of them run to their end, because their output is useful. @returns the names of those that failed */
async function runInParallel(commands: Commands, atOnce: number): Promise<readonly string[]> {
  const failed: string[] = [];
  const all = Object.entries(commands);
  await workOff(all, atOnce, async ([name, command]) => {
    process.stdout.write(`── ${name}: runs\n`);
    const start = performance.now();
    const { wrote, end } = await run(command, all.length === 1);
    if (end !== 0) failed.push(name);
    // In one write, so that no other output comes between.
    const verdict = end === 0 ? 'passed' : `FAILED (${end})`;
    process.stdout.write(`── ${name}: ${verdict}, ${secondsSince(start)}\n${wrote}`);
  });
  return failed;
}

async function run(
  command: string,
  isShown: boolean,
): Promise<{ wrote: string; end: number | string }> {
  // The shell merges both streams, so that they keep their order. It is needed for npm on Windows, too.
  const stdio = isShown ? 'inherit' : 'pipe';
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', stdio, 'inherit'] });
  const pieces: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
  const [code, signal] = await once(child, 'close');
  const text = Buffer.concat(pieces).toString();
  return { wrote: text === '' || text.endsWith('\n') ? text : `${text}\n`, end: code ?? signal };
}
