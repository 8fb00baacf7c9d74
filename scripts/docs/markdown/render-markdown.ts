import MarkdownIt, { type Token } from 'markdown-it';
import { nameParts } from '../../clauses/read-clauses.ts';
import { highlight } from './highlight.ts';
import { escapeText, type Html, slugger, trusted } from './html.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

export interface MarkdownOptions {
  /** Where a link of the text leads from the page it is shown on; `undefined` leaves its words without a link. */
  readonly resolve?: (href: string) => string | undefined;
  /** Whether numbers name the sections, items and rows, as in `4.1`, `4.1.2` and `4.1-otp`. */
  readonly hasClauses?: boolean;
}

// Markup in a text is shown as text, so that a description cannot add elements to a page.
const renderer = new MarkdownIt({ html: false });
const { rules } = renderer.renderer;
const ids = new WeakMap<Token, { readonly id: string; readonly linked: boolean }>();
const labels = new WeakMap<Token, string>();

// The ids that ../site/shell.ts uses.
const idsOfPage = ['main', 'contents'];

rules.heading_open = (tokens, at) => {
  const token = tokenAt(tokens, at);
  const { id = '', linked = false } = ids.get(token) ?? {};
  const href = escapeText(`#${id}`);
  return `<${token.tag} id="${escapeText(id)}">${linked ? `<a class="self" href="${href}">` : ''}`;
};
rules.heading_close = (tokens, at) => {
  const token = tokenAt(tokens, at);
  return `${ids.get(token)?.linked ? '</a>' : ''}</${token.tag}>\n`;
};
rules.table_open = (tokens, at) => {
  const label = escapeText(labels.get(tokenAt(tokens, at)) ?? '');
  return `<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>\n`;
};
rules.table_close = () => '</table></div>\n';
rules.fence = (tokens, at) => {
  const { content, info } = tokenAt(tokens, at);
  return codeBlock(content, info.trim().split(/\s/)[0]).markup;
};
rules.code_inline = (tokens, at) => {
  const token = tokenAt(tokens, at);
  return `<code${renderer.renderer.renderAttrs(token)}>${escapeText(token.content)}</code>`;
};
rules.code_block = (tokens, at) => codeBlock(tokenAt(tokens, at).content).markup;

/** Code scrolls, so that no line breaks within a word. Text without a language may be a drawing or the output of a command. */
export function codeBlock(code: string, language = ''): Html {
  const drawing = language === '' || language === 'text';
  const open = drawing ? '<pre class="drawing" tabindex="0">' : '<pre tabindex="0">';
  return trusted(`${open}<code>${highlight(code, language).markup}</code></pre>\n`);
}

/** A Markdown text as a piece of a page: headings and tables can be linked and reached with the keyboard. */
export function renderMarkdown(text: string, options: MarkdownOptions = {}) {
  const { resolve = (href) => href } = options;
  const tokens = renderer.parse(text, {});
  const clauses = options.hasClauses ? linkClauses(tokens) : undefined;
  const headings: Heading[] = [];
  const tables = slugger();
  const slugs = slugger(idsOfPage);
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const inline = tokenAt(tokens, at + 1);
      const anchor = clauses?.get(token);
      const heading = { text: textOf(inline), level: Number(token.tag.slice(1)) };
      // HTML has no link within a link: a heading that has links does not lead to itself.
      const linked =
        heading.level > 1 && !inline.children?.some(({ type }) => type === 'link_open');
      const id = anchor ?? slugs(heading.text);
      headings.push({ ...heading, id });
      for (const tag of [token, tokenAt(tokens, at + 2)]) ids.set(tag, { id, linked });
    } else if (token.type === 'table_open') {
      labels.set(token, labelOf(headings, tables));
    } else if (token.type === 'th_open' || token.type === 'td_open') {
      // The policy of the pages forbids `style`.
      const style = token.attrGet('style');
      if (style !== null) token.attrs = [['class', String(style).replace('text-align:', '')]];
      if (token.type === 'th_open') nameColumn(tokens, at);
    } else if (token.type === 'inline') {
      token.children = relink(token.children ?? [], resolve);
    }
  }
  return { html: trusted(renderer.renderer.render(tokens, renderer.options, {})), headings };
}

/** Items link to themselves by their number, and rows in their first cell. @returns the headings' anchors */
function linkClauses(tokens: readonly Token[]): ReadonlyMap<Token, string> {
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
}

function linkTo(id: string, text: string): Token[] {
  const [link] = renderer.parseInline(`[${text}](#${id})`, {});
  const children = link?.children ?? [];
  children[0]?.attrSet('class', 'self');
  return children;
}

export function firstParagraph(text: string): string {
  const tokens = renderer.parse(text, {});
  const at = tokens.findIndex(({ type }) => type === 'paragraph_open');
  return at < 0 ? '' : textOf(tokenAt(tokens, at + 1));
}

// Below the headings of the third level, names repeat: "Log in: Request body".
function labelOf(headings: readonly Heading[], tables: (heading: string) => string): string {
  const heading = headings.at(-1);
  const above = heading && heading.level > 3 && headings.findLast(({ level }) => level === 3);
  const label = `${above ? `${above.text}: ` : ''}${heading?.text ?? 'Table'}`;
  const [, again] = /-(\d+)$/.exec(tables(label)) ?? [];
  return `${label}${again === undefined ? '' : ` (${Number(again) + 1})`}`;
}

// A column without a name has no heading that a screen reader could read.
function nameColumn(tokens: readonly Token[], at: number): void {
  const token = tokenAt(tokens, at);
  if (textOf(tokenAt(tokens, at + 1)) === '') {
    for (const part of [token, tokenAt(tokens, at + 2)]) part.tag = 'td';
  } else token.attrSet('scope', 'col');
}

function relink(
  children: readonly Token[],
  resolve: (href: string) => string | undefined,
): Token[] {
  const dropped: boolean[] = [];
  return children.filter((token) => {
    if (token.type === 'link_close') return dropped.pop() !== true;
    if (token.type !== 'link_open') return true;
    const href = resolve(String(token.attrGet('href')));
    if (href !== undefined) token.attrSet('href', href);
    dropped.push(href === undefined);
    return href !== undefined;
  });
}

function textOf({ children, content }: Token): string {
  if (children === null) return content;
  return children.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

function tokenAt(tokens: readonly Token[], at: number): Token {
  const token = tokens[at];
  if (token === undefined) throw new Error('there is no such token');
  return token;
}
