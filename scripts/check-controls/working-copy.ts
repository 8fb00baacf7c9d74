import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { applyEdits, type Mutation } from './controls.ts';

/** A mutation that shows nothing: its text isn't found, it doesn't compile, or it breaks the service or the run of its tests. */
export class InvalidMutationError extends Error {}

export type WorkingCopy = ReturnType<typeof copyTree>;

/** The files that git tracks or would add, and that are there. */
export function filesOfTree(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return paths.filter((path) => path !== '' && existsSync(path));
}

/** Copies these files, as they are now. The copy shares `node_modules`, and goes when this
 * process ends. */
export function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'controls-'));
  process.once('exit', () => rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 }));
  for (const path of filesOfTree()) cpSync(path, join(folder, path));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  let originals: ReadonlyMap<string, string> = new Map();
  const write = (texts: ReadonlyMap<string, string>) => {
    for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  };
  const revert = () => write(originals);
  return {
    folder,
    /** @throws InvalidMutationError when a text isn't found, or what is changed doesn't compile; the copy is unchanged then */
    apply: (mutation: Mutation): void => {
      const texts = changedTexts(mutation, folder);
      originals = new Map(
        [...texts.keys()].map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
      );
      write(texts);
      const sources = [...texts.keys()].filter((file) => file.endsWith('.ts'));
      const errors = sources.length === 0 ? [] : errorsIn(folder, sources);
      if (errors.length === 0) return;
      revert();
      throw new InvalidMutationError(`it does not compile: ${errors.join('; ')}`);
    },
    revert,
  };
}

function changedTexts({ edits }: Mutation, folder: string): Map<string, string> {
  try {
    return applyEdits(edits, folder);
  } catch (error) {
    throw new InvalidMutationError(error instanceof Error ? error.message : String(error));
  }
}

/** What the compiler says of some files of a folder, as they are now. */
function errorsIn(folder: string, files: readonly string[]): string[] {
  writeFileSync(
    join(folder, 'tsconfig.changed.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [], files }),
  );
  const tsc = 'node_modules/typescript-7/bin/tsc';
  const args = [tsc, '-p', 'tsconfig.changed.json', '--noEmit', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(': error TS'));
}
