import { parseJson } from '../bounded/digits.ts';
import type { Response } from './exchange.ts';

interface Sequence {
  /** What ends an item. */
  readonly end: string;
  read(text: string): unknown[];
}

const lines: Sequence = { end: '\n', read: readLines };
const records: Sequence = { end: '\n', read: readRecords };

/** Media types that are a sequence of items, which may have no end. */
const sequences: Readonly<Record<string, Sequence>> = {
  'text/event-stream': { end: '\n\n', read: readEvents },
  'application/jsonl': lines,
  'application/x-jsonlines': lines,
  'application/ndjson': lines,
  'application/x-ndjson': lines,
  'application/stream+json': lines,
  'application/json-seq': records,
  'application/geo+json-seq': records,
};

/** An item that is not JSON, in a type whose items are. */
export class NotJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function isStream(contentType: string | undefined): boolean {
  return sequenceOf(contentType) !== undefined;
}

/** The complete items of a stream that have arrived: events as objects (OpenAPI 3.2), everything else as JSON. */
export function itemsOf({
  text,
  isOpen,
  unjudged,
  header,
}: Pick<Response, 'text' | 'isOpen' | 'unjudged' | 'header'>): unknown[] {
  const sequence = sequenceOf(header('content-type'));
  if (sequence === undefined) return [];
  const normal = text.replace(/\r\n?/g, '\n');
  const isCut = isOpen === true || unjudged !== undefined;
  const end = normal.lastIndexOf(sequence.end) + sequence.end.length;
  return sequence.read(isCut ? normal.slice(0, end) : normal);
}

function sequenceOf(contentType: string | undefined): Sequence | undefined {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(sequences, type) ? sequences[type] : undefined;
}

function readLines(text: string): unknown[] {
  return text.split('\n').filter(isFilled).map(readJson);
}

/** RFC 7464: a record separator before each text. */
function readRecords(text: string): unknown[] {
  return text.split('\u001e').filter(isFilled).map(readJson);
}

/** The events of a stream, by the rules of the HTML standard. Comments are no events. */
function readEvents(text: string): unknown[] {
  return text
    .split('\n\n')
    .map((block) => readEvent(block.split('\n')))
    .filter((event) => event !== undefined);
}

function readEvent(lines: readonly string[]): object | undefined {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^(data|event|id|retry)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === '') continue;
    const before = name === 'data' ? fields.get(name) : undefined;
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  if (fields.size === 0) return undefined;
  const retry = fields.get('retry');
  return {
    ...Object.fromEntries(fields),
    ...(retry !== undefined && /^\d+$/.test(retry) && { retry: Number(retry) }),
  };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return new NotJson(text);
  }
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}
