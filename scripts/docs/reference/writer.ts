import type { Document, Marked } from '../../contract/document.ts';
import { markdownMarks } from './marks.ts';

/** How a part of the reference is written in Markdown. */
export interface Writer {
  readonly document: Document;
  /** By how many levels headings are lowered. */
  readonly depth: number;
  /** Whether the whole reference is on the page: then parts have anchors and link to one another. */
  readonly whole: boolean;
  readonly marks: (element: Marked) => string;
}

/** @param base the way from the page to the root of the site, such as `../`. */
export function pageWriter(document: Document, base: string): Writer {
  return {
    document,
    depth: 0,
    whole: false,
    marks: (element) => markdownMarks(element, { extension: 'md', base }),
  };
}

export function wholeWriter(document: Document): Writer {
  return { document, depth: 0, whole: true, marks: (element) => markdownMarks(element, { linked: true }) };
}

export function heading(writer: Writer, level: number, text: string, id: string): string {
  return `${'#'.repeat(level + writer.depth)} ${text.replaceAll(/\s+/g, ' ')}${anchor(writer, id)}`;
}

/** Names the heading or the cell of a table that it ends. */
export function anchor({ whole }: Writer, id: string): string {
  return whole ? ` {#${id}}` : '';
}

export function link({ whole }: Writer, text: string, id: string): string {
  return whole ? `[${text}](#${id})` : text;
}

/** Joins the parts of a sentence or cell that are not empty. */
export function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
