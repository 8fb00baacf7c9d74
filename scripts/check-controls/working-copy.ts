import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { applyEdits, type Mutation } from './controls.ts';

/** A mutation that shows nothing: its text isn't found, it doesn't compile, or it breaks the service or the run of its tests. */
export class InvalidMutationError extends Error {}

export type WorkingCopy = ReturnType<typeof copyTree>;

/** Copies the files that git tracks or would add, as they are now. The copy shares `node_modules`, and goes when this
 * process ends. */
export function copyTree() {
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
      originals = new Map([...texts.keys()].map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
      write(texts);
      const errors = [...texts.keys()].filter((file) => file.endsWith('.ts')).flatMap(compile);
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
