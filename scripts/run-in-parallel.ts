import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/**
 * Runs scripts of package.json in parallel, as many at once as there are cores, or as `--at-once` says, in the order in
 * which they are named. The output of each is printed whole when it ends. When one fails, the others still run to
 * their end, because their output is useful too; then the command fails.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'at-once': { type: 'string', default: String(availableParallelism()) } },
});
const atOnce = Number(values['at-once']);
if (positionals.length === 0 || !Number.isInteger(atOnce) || atOnce < 1) {
  console.error('Usage: run-in-parallel [--at-once <number>] <script>...');
  process.exit(2);
}

const failed: string[] = [];
const waiting = [...positionals];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await runAndPrint(name);
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Their output is above.`);
  process.exitCode = 1;
}

async function runAndPrint(name: string): Promise<void> {
  process.stdout.write(`── ${name}: runs\n`);
  const start = performance.now();
  const { wrote, end } = await run(name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (end !== 0) failed.push(name);
  // In one write, so that no other output comes between.
  process.stdout.write(`── ${name}: ${end === 0 ? 'passed' : `FAILED (${end})`}, ${seconds} s\n${wrote}`);
}

/** The output of a script, and its exit code or the signal that ended it. */
async function run(name: string): Promise<{ wrote: string; end: number | NodeJS.Signals }> {
  // The shell merges both streams, so that they keep their order, and it runs npm on Windows, where npm is a batch file. The
  // name is one of our own.
  const child = spawn(`npm run --silent ${name} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  const [code, signal] = await once(child, 'close');
  const text = Buffer.concat(pieces).toString();
  return { wrote: text === '' || text.endsWith('\n') ? text : `${text}\n`, end: code ?? signal };
}
