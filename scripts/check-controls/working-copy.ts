import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { Patch } from './read-controls.ts';

const run = promisify(execFile);

/** A patch that shows nothing: it doesn't apply, doesn't compile, or breaks the service or the run of its tests. */
export class InvalidPatchError extends Error {}

/** A copy of the files of the project, in which one patch at a time is applied. */
export interface WorkingCopy {
  readonly folder: string;
  /** @throws InvalidPatchError when the patch doesn't apply, or what it changes doesn't compile; the copy is unchanged then */
  apply(patch: Patch): Promise<void>;
  revert(patch: Patch): Promise<void>;
}

/** Copies the files that git tracks or would add, as they are now. The copy shares `node_modules`, and goes when this
 * process ends. */
export function copyTree(): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'controls-'));
  process.once('exit', () => rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 }));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of files.split('\0').filter((each) => each !== '' && existsSync(each)))
    cpSync(path, join(folder, path));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  const compile = startCompiler(folder);
  const git = (...args: readonly string[]) => run('git', ['apply', ...args], { cwd: folder });
  return {
    folder,
    apply: async (patch) => {
      await git(patch.path).catch((error: { readonly stderr: string }) => {
        throw new InvalidPatchError(`it does not apply: ${error.stderr.trim().replaceAll('\n', '; ')}`);
      });
      const errors = patch.files.filter((file) => file.endsWith('.ts')).flatMap(compile);
      if (errors.length === 0) return;
      await git('--reverse', patch.path);
      throw new InvalidPatchError(`it does not compile: ${errors.join('; ')}`);
    },
    revert: async (patch) => {
      await git('--reverse', patch.path);
    },
  };
}

/** Returns a function that type-checks one file of the folder as it is now. It keeps what it has parsed. */
function startCompiler(folder: string): (file: string) => string[] {
  const config = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [] }, ts.sys, folder);
  let checked: string[] = [];
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => checked,
    getScriptVersion: (path) => String(ts.sys.getModifiedTime?.(path)?.getTime()),
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath ?? ((path) => path),
  });
  return (file) => {
    const path = join(folder, file);
    checked = [path];
    return [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)].map(
      ({ messageText, start = 0, file: source }) => {
        const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      },
    );
  };
}
