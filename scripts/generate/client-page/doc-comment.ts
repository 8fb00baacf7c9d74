import ts from 'typescript';

/** A doc comment, by its parts. */
export interface DocComment {
  readonly text: string;
  readonly examples: readonly string[];
  /** The text of `@default`. */
  readonly defaultValue: string | undefined;
  /** The texts of `@throws`, with their types. */
  readonly throws: readonly string[];
}

/** @throws Error when the declaration has no doc comment. */
export function documented(node: ts.Node): DocComment {
  const parts = ts.getJSDocCommentsAndTags(node);
  const text = parts.filter(ts.isJSDoc).map(textOf).join('\n\n');
  if (text === '') throw new Error(`this has no doc comment: ${node.getText().split('\n', 1)[0]}`);
  const tags = ts.getJSDocTags(node);
  const tagged = (name: string) => tags.filter((tag) => tag.tagName.text === name);
  return {
    text,
    examples: tagged('example').map(textOf),
    defaultValue: tagged('default').map(textOf)[0],
    throws: tags.filter(ts.isJSDocThrowsTag).map((tag) => {
      const type = tag.typeExpression?.type.getText();
      return type === undefined ? textOf(tag) : `\`${type}\` ${textOf(tag)}`;
    }),
  };
}

const textOf = ({ comment }: ts.JSDoc | ts.JSDocTag) => ts.getTextOfJSDocComment(comment)?.trim() ?? '';
