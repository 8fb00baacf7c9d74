import { stripVTControlCharacters, styleText } from 'node:util';
import { escapeControls } from '../escape-controls.ts';
import { truncate } from '../truncate.ts';
import type { Finding } from './report.ts';

export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

export interface Screen {
  readonly style: Style;
  readonly width: number;
  readonly verbose: boolean;
}

export function line({ style, width }: Screen, name: string, text: string): string {
  return `  ${style('dim', name.padEnd(10))}${wrap(text, width - 12, ' '.repeat(12))}`;
}

/** The first names, and how many more there are: `addPart, getPart and 3 more`. */
export function nameSome(names: readonly string[], most: number): string {
  const left = names.length - most;
  return `${names.slice(0, most).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Styles text, if colours are wanted (https://no-color.org). */
export function styleFor(colour: boolean): Style {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text);
}

/**
 * Wraps at spaces. A word that is too long for a line, such as JSON, is wrapped between its elements, and stays long where it
 * has none: ids, addresses and strings stay whole. The lines after the first are indented by `hang`.
 */
export function wrap(text: string, width: number, hang = ''): string {
  const lines: string[] = [];
  let line = '';
  const room = () => Math.max(10, width - (lines.length === 0 ? 0 : hang.length));
  for (const word of text.split(/\s+/)) {
    let space = ' ';
    for (const piece of widthOf(word) > width - hang.length ? elementsOf(word) : [word]) {
      const longer = line === '' ? piece : `${line}${space}${piece}`;
      if (line !== '' && widthOf(longer) > room()) {
        lines.push(line);
        line = piece;
      } else {
        line = longer;
      }
      space = '';
    }
  }
  lines.push(line);
  return lines.join(`\n${hang}`);
}

/** The parts of JSON between which a line may end: after the comma of an element, and before an object or array in a field. */
function elementsOf(word: string): string[] {
  return word.split(/(?<=(?:[\]}\w]|(?<!\\)"),)(?=["{[])|(?<=":)(?=[{[])/);
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** Longer shell commands are large on purpose, and nobody reads them whole. */
const longestLine = 480;

/** Shortens a line that must not be wrapped but is too long for a terminal. */
export function shorten(line: string): string {
  if (line.length <= longestLine) return line;
  return `${line.slice(0, longestLine)} … (${line.length} characters; complete in the report files)`;
}

/**
 * The same value with strings that are safe to print.
 *
 * @param value must be JSON.
 */
export function fitForTerminal<Value>(value: Value): Value {
  const copy: unknown = JSON.parse(JSON.stringify(value), (_name, field) =>
    typeof field === 'string' ? escapeControls(field) : field,
  );
  // The shape is the same: only the content of strings has changed.
  return copy as Value;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Escapes text for XML 1.0 and HTML, in content and in quoted attributes. Characters that XML forbids become U+FFFD. */
export function escapeMarkup(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .toWellFormed()
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  );
}

export function titleOf({ request, expected, got }: Finding): string {
  return `${request === undefined ? '' : `${truncate(request, 120)}: `}expected ${expected}; got ${got}`;
}

type Fact = readonly [name: string, text: string];

export function factsOf({
  basis,
  label,
  expected,
  got,
  note,
  sentBy,
  reason,
  exchanges,
  traceId,
  id,
}: Finding): Fact[] {
  const last = exchanges.at(-1);
  const all: (readonly [name: string, text: string | undefined])[] = [
    ['expected', expected],
    ['got', got],
    ['source', `${basis}, ${label}`],
    ['note', note],
    ['sent by', sentBy],
    ['reason', reason],
    ...exchanges.flatMap(({ curl, request }) => [
      ['request', request] as const,
      ['send', curl] as const,
    ]),
    [
      'response',
      last && `${last.status === undefined ? '' : `HTTP ${last.status} `}${last.response}`,
    ],
    ['trace id', traceId],
    ['finding', id],
  ];
  return all.flatMap(([name, text]): Fact[] => (text === undefined ? [] : [[name, text]]));
}

export function describeFinding(finding: Finding): string {
  const { request } = finding;
  const facts = factsOf(finding).map(([name, text]) => `${name}: ${text}`);
  return [...(request === undefined ? [] : [request]), ...facts].join('\n');
}
