import type { Document, Marked } from '../../contract/document.ts';
import { markdownMarks } from '../reference/marks.ts';

/** How the page of an operation is written in Markdown. */
export interface Writer {
  readonly document: Document;
  readonly marks: (element: Marked) => string;
}

/** @param base the way from the page to the root of the site, such as `../`. */
export function pageWriter(document: Document, base: string): Writer {
  return { document, marks: (element) => markdownMarks(element, base) };
}

export function heading(level: number, text: string): string {
  return `${'#'.repeat(level)} ${text.replaceAll(/\s+/g, ' ')}`;
}

/** Joins the parts of a sentence or cell that are not empty. */
export function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}
