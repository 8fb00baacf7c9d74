import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export type Declaration =
  | ts.FunctionDeclaration
  | ts.InterfaceDeclaration
  | ts.ClassDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableStatement;

/** What a module exports from other modules, by name. Of an overloaded function, the first declaration. */
export async function readExports(index: string): Promise<ReadonlyMap<string, Declaration>> {
  const all = new Map<string, Declaration>();
  for (const statement of (await parse(index)).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
    // A module specifier is a string literal.
    const path = join(dirname(index), (statement.moduleSpecifier as ts.StringLiteral).text);
    const { exportClause } = statement;
    const names =
      exportClause && ts.isNamedExports(exportClause)
        ? new Set(exportClause.elements.map(({ name }) => name.text))
        : undefined;
    for (const [name, node] of (await parse(path)).statements.flatMap(nameDeclarations))
      if ((names?.has(name) ?? true) && !all.has(name)) all.set(name, node);
  }
  return all;
}

async function parse(path: string): Promise<ts.SourceFile> {
  return ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The names that a statement exports, each with the statement. */
function nameDeclarations(statement: ts.Statement): (readonly [string, Declaration])[] {
  if (ts.isVariableStatement(statement))
    return isExported(statement)
      ? statement.declarationList.declarations.map(
          ({ name }) => [name.getText(), statement] as const,
        )
      : [];
  const declares =
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return declares && statement.name && isExported(statement)
    ? [[statement.name.text, statement]]
    : [];
}

const isExported = ({ modifiers }: { readonly modifiers?: ts.NodeArray<ts.ModifierLike> }) =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** @throws Error when the declaration has no doc comment. */
export function documented(node: ts.Node) {
  const text = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).map(textOf).join('\n\n');
  if (text === '') throw new Error(`this has no doc comment: ${node.getText().split('\n', 1)[0]}`);
  const tags = ts.getJSDocTags(node);
  const tagged = (name: string) => tags.filter((tag) => tag.tagName.text === name).map(textOf);
  return { text, examples: tagged('example'), defaultValue: tagged('default')[0] };
}

/** The fields of an interface or a class, with their doc comments in one line. */
export function fieldsOf(node: Declaration) {
  const members =
    ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) ? node.members : [];
  return [...members]
    .filter((one) => ts.isPropertySignature(one) || ts.isPropertyDeclaration(one))
    .map((one) => {
      const { text, defaultValue } = documented(one);
      return {
        name: one.name.getText(),
        text: text.replace(/\s*\n\s*/g, ' '),
        isRequired: one.questionToken === undefined,
        defaultValue,
      };
    });
}

const textOf = ({ comment }: ts.JSDoc | ts.JSDocTag) =>
  ts.getTextOfJSDocComment(comment)?.trim() ?? '';
