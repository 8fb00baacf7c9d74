import MarkdownIt, { type Token } from 'markdown-it';
import { escapeText, type Html, trusted } from './escape.ts';
import { slugger } from './slug.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

export interface Rendered {
  readonly html: Html;
  readonly headings: readonly Heading[];
}

export interface MarkdownOptions {
  /** Where a link of the text leads from the page it is shown on; `undefined` leaves its words without a link. */
  readonly resolve?: (href: string) => string | undefined;
  /** Shared by texts that are shown on one page, so that no id is there twice. */
  readonly slugs?: (heading: string) => string;
}

// Markup in a text is shown as it is written: nothing that stands in a description becomes part of a page.
const renderer = new MarkdownIt({ html: false });
const { rules } = renderer.renderer;
const ids = new WeakMap<Token, { readonly id: string; readonly linked: boolean }>();
const labels = new WeakMap<Token, string>();

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
rules.code_block = (tokens, at) => codeBlock(tokenAt(tokens, at).content).markup;

/** Code wraps, so that it needs no scrolling; what has no language may be a drawing, and is kept in its columns. */
export function codeBlock(code: string, language = ''): Html {
  const drawing = language === '' || language === 'text';
  const open = drawing ? '<pre class="drawing" tabindex="0">' : '<pre>';
  return trusted(`${open}<code>${escapeText(code)}</code></pre>\n`);
}

/** A Markdown text as a piece of a page: headings and tables can be linked and reached with the keyboard. */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): Rendered {
  const { resolve = (href) => href, slugs = slugger() } = options;
  const tokens = renderer.parse(text, {});
  const headings: Heading[] = [];
  const tables = slugger();
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const inline = tokenAt(tokens, at + 1);
      const heading = { text: textOf(inline), level: Number(token.tag.slice(1)) };
      // A link within a link is none: a heading with links of its own does not lead to itself.
      const linked = heading.level > 1 && !inline.children?.some(({ type }) => type === 'link_open');
      const id = slugs(heading.text);
      headings.push({ ...heading, id });
      for (const tag of [token, tokenAt(tokens, at + 2)]) ids.set(tag, { id, linked });
    } else if (token.type === 'table_open') {
      labels.set(token, labelOf(headings.at(-1)?.text, tables));
    } else if (token.type === 'th_open') {
      nameColumn(tokens, at);
    } else if (token.type === 'inline') {
      token.children = relink(token.children ?? [], resolve);
    }
  }
  return { html: trusted(renderer.renderer.render(tokens, renderer.options, {})), headings };
}

/** A Markdown text without paragraphs, as part of a line. */
export function renderInline(text: string): Html {
  return trusted(renderer.renderInline(text));
}

/** The first paragraph of a text, without its markup. */
export function firstParagraph(text: string): string {
  const tokens = renderer.parse(text, {});
  const at = tokens.findIndex(({ type }) => type === 'paragraph_open');
  return at < 0 ? '' : textOf(tokenAt(tokens, at + 1));
}

function labelOf(heading: string | undefined, tables: (heading: string) => string): string {
  const [, again] = /-(\d+)$/.exec(tables(heading ?? '')) ?? [];
  return `${heading ?? 'Table'}${again === undefined ? '' : ` (${Number(again) + 1})`}`;
}

// A column without a name has no head that could be read out.
function nameColumn(tokens: readonly Token[], at: number): void {
  const token = tokenAt(tokens, at);
  if (textOf(tokenAt(tokens, at + 1)) === '') {
    for (const part of [token, tokenAt(tokens, at + 2)]) part.tag = 'td';
  } else token.attrSet('scope', 'col');
}

function relink(children: readonly Token[], resolve: (href: string) => string | undefined): Token[] {
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
  if (token === undefined) throw new Error('the renderer asks only for tokens that it has');
  return token;
}
