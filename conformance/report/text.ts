import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Colours, where they are wanted (https://no-color.org). */
export function styleFor(colour: boolean): Style {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text);
}

/**
 * Breaks at blanks, and in words that are too long, so that no line is wider than `width`; the lines behind the first are
 * indented by `hang`.
 */
export function wrap(text: string, width: number, hang = ''): string {
  const lines: string[] = [];
  let line = '';
  const room = () => Math.max(10, width - (lines.length === 0 ? 0 : hang.length));
  for (const word of text.split(/\s+/)) {
    let rest = word;
    if (line !== '' && widthOf(line) + 1 + widthOf(rest) > room()) {
      lines.push(line);
      line = '';
    }
    while (line === '' && widthOf(rest) > room()) {
      const part = rest.slice(0, room());
      lines.push(part);
      rest = rest.slice(part.length);
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  lines.push(line);
  return lines.join(`\n${hang}`);
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** The most of a shell line that is shown: longer ones are made to be large, and nobody reads them. */
const longestLine = 1500;

/** A line that is not broken, and so cut where it would flood a terminal. */
export function shorten(line: string): string {
  if (line.length <= longestLine) return line;
  return `${line.slice(0, longestLine)} … (${line.length} characters; whole in the reports)`;
}

// Control characters but tab and line feed, which are blanks here; and those that turn the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The same value with its texts fit for a terminal: what a server answers must not move the cursor, colour or hide anything.
 *
 * @param value of JSON.
 */
export function fitForTerminal<Value>(value: Value): Value {
  const shown = (text: string) =>
    text.replaceAll(unseen, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const copy: unknown = JSON.parse(JSON.stringify(value), (_name, member) =>
    typeof member === 'string' ? shown(member) : member,
  );
  // Of the same shape: nothing but the content of texts was changed.
  return copy as Value;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
