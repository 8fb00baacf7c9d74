import { posix } from 'node:path';
import ts from 'typescript';
import type { Sources } from './tracked-files.ts';

/** One import of a module: static, lazy (`import()`), of types only, or an export from another module. */
export interface Import {
  /** The imported file, by its path from the root, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  readonly typesOnly: boolean;
  readonly line: number;
}

/** What each source file imports, by path. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

export const isSource = (path: string) => /\.(ts|js|mjs)$/.test(path);

export function importGraph(sources: Sources): ImportGraph {
  const files = [...sources].filter(([path]) => isSource(path));
  return new Map(files.map(([path, text]) => [path, readImports(path, text)]));
}

export function readImports(path: string, text: string): readonly Import[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, typesOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const isPackage = !specifier.text.startsWith('.');
    const to = isPackage ? packageOf(specifier.text) : posix.join(posix.dirname(path), specifier.text);
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push({ to, isPackage, typesOnly, line: line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, importsTypesOnly(node));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  // Only lazy imports and import types stand below the top level: most files have none, and need no walk.
  if (text.includes('import(')) visit(file);
  else
    file.statements
      .filter((one) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one))
      .forEach(visit);
  return found;
}

function importsTypesOnly({ importClause: clause }: ts.ImportDeclaration): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.every((element) => element.isTypeOnly);
}

/** `express` of `express/lib/router`, `@scope/name` of `@scope/name/file`. */
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
