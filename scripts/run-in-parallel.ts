import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Commands of a shell, by the name that the output gives them. */
export type Commands = Readonly<Record<string, string>>;

/**
 * Runs commands in parallel, as many at once as given, in the order in which they are named. The output of each is printed
 * whole when it ends; that of a single one as it comes. When one fails, the others still run to their end, because their
 * output is useful too.
 *
 * @returns the names of those that failed
 */
export async function runInParallel(commands: Commands, atOnce: number): Promise<readonly string[]> {
  const failed: string[] = [];
  const waiting = Object.entries(commands);
  const isOnlyOne = waiting.length === 1;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, command] = next;
        process.stdout.write(`── ${name}: runs\n`);
        const start = performance.now();
        const { wrote, end } = await run(command, isOnlyOne);
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        if (end !== 0) failed.push(name);
        // In one write, so that no other output comes between.
        const verdict = end === 0 ? 'passed' : `FAILED (${end})`;
        process.stdout.write(`── ${name}: ${verdict}, ${seconds} s\n${wrote}`);
      }
    }),
  );
  return failed;
}

/** The output of a command, and its exit code or the signal that ended it. */
async function run(command: string, isShown: boolean): Promise<{ wrote: string; end: number | string }> {
  // The shell merges both streams, so that they keep their order. It is needed for npm on Windows, too.
  const stdio = isShown ? 'inherit' : 'pipe';
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', stdio, 'inherit'] });
  const pieces: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
  const [code, signal] = await once(child, 'close');
  const text = Buffer.concat(pieces).toString();
  return { wrote: text === '' || text.endsWith('\n') ? text : `${text}\n`, end: code ?? signal };
}
