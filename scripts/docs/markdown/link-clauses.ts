import type { MarkdownIt, Token } from 'markdown-it';
import { nameParts } from '../../clauses/read-clauses.ts';

/**
 * Gives each part of a numbered text its anchor. Items get their number as a link to themselves, and rows a link in their first
 * cell.
 *
 * @returns the anchors of the headings
 */
export function linkClauses(renderer: MarkdownIt, tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const headings = new Map<Token, string>();
  for (const { id, section, token, words } of nameParts(tokens)) {
    const [first] = words;
    if (token.type === 'heading_open') headings.set(token, id);
    else if (id !== section) token.attrSet('id', id);
    if (first === undefined) continue;
    if (token.type === 'tr_open') first.children = linkTo(id, first.content);
    if (token.type === 'list_item_open') {
      token.attrSet('class', 'clause');
      const [text, ...others] = first.children ?? [];
      if (text !== undefined) {
        text.content = ` ${text.content}`;
        first.children = [...linkTo(id, id), text, ...others];
      }
    }
  }
  return headings;

  function linkTo(id: string, text: string): Token[] {
    const [link] = renderer.parseInline(`[${text}](#${id})`, {});
    const children = link?.children ?? [];
    children[0]?.attrSet('class', 'self');
    return children;
  }
}
