import { join } from 'node:path';
import ts from 'typescript';

const root = new URL('../..', import.meta.url).pathname;

/** What the compiler says about files, but not about what they import, with the strictest options of a reader. @param paths the file of each package */
export function compileStrictly(
  files: readonly string[],
  paths: Readonly<Record<string, string>>,
): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, [path]])),
  });
  const errors = files.flatMap((file) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
  );
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
