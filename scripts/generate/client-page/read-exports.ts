import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export type Declaration =
  | ts.FunctionDeclaration
  | ts.InterfaceDeclaration
  | ts.ClassDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableStatement;

/** What a module exports from other modules, by name, in the order of the files that it exports from. */
export async function readExports(
  index: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Declaration>>> {
  const files = new Map<string, ReadonlyMap<string, Declaration>>();
  for (const statement of (await parse(index)).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
    // A module specifier is a string literal.
    const path = join(dirname(index), (statement.moduleSpecifier as ts.StringLiteral).text);
    const { exportClause } = statement;
    const names =
      exportClause && ts.isNamedExports(exportClause)
        ? new Set(exportClause.elements.map(({ name }) => name.text))
        : undefined;
    const declared = (await parse(path)).statements.flatMap(nameDeclarations);
    // The first overload of a function is the one that the page shows.
    const found = declared.filter(
      ([name], index) =>
        (names?.has(name) ?? true) && declared.findIndex(([other]) => other === name) === index,
    );
    files.set(path, new Map([...(files.get(path) ?? []), ...found]));
  }
  return files;
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

export type DocComment = ReturnType<typeof documented>;

/** @throws Error when the declaration has no doc comment. */
export function documented(node: ts.Node) {
  const text = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).map(textOf).join('\n\n');
  if (text === '') throw new Error(`this has no doc comment: ${node.getText().split('\n', 1)[0]}`);
  const tags = ts.getJSDocTags(node);
  const tagged = (name: string) => tags.filter((tag) => tag.tagName.text === name);
  return {
    text,
    examples: tagged('example').map(textOf),
    defaultValue: tagged('default').map(textOf)[0],
    /** With their types. */
    throws: tags.filter(ts.isJSDocThrowsTag).map((tag) => {
      const type = tag.typeExpression?.type.getText();
      return type === undefined ? textOf(tag) : `\`${type}\` ${textOf(tag)}`;
    }),
  };
}

const textOf = ({ comment }: ts.JSDoc | ts.JSDocTag) =>
  ts.getTextOfJSDocComment(comment)?.trim() ?? '';
