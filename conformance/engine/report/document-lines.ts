import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import { declaredAs } from '../check.ts';

export interface FindingSubject {
  readonly operation: string | undefined;
  /** `document: responses` names a part of the operation. */
  readonly source: string;
  /** Of the last response. */
  readonly status: number | undefined;
}

export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Finds the part of the operation that the source names, else the operation, else `paths`. */
export function locateIn(text: string): (place: FindingSubject) => Region {
  const lines = new LineCounter();
  const root = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  }).contents;
  const paths = pairIn(root, 'paths');
  const operations = new Map(pairsOf(paths?.value).flatMap(operationsOf));
  const regionOf = (offset: number): Region => {
    const { line } = lines.linePos(offset);
    const start = lines.lineStarts[line - 1] ?? 0;
    const width = text.slice(start).search(/\r?\n|$/);
    const indent = Math.min(width, text.slice(start).search(/[^ ]|$/));
    return { startLine: line, startColumn: indent + 1, endLine: line, endColumn: width + 1 };
  };
  return ({ operation = '', source, status }) => {
    const found = operations.get(operation);
    const pair = (found && partOf(found, source, status)) ?? found ?? paths;
    return regionOf(offsetOf(pair) ?? 0);
  };
}

type AnyPair = Pair<unknown, unknown>;

const methods = /^(get|put|post|delete|options|head|patch|trace)$/;

/** The operations of a path, by `operationId`, or `get /path` without one. */
function operationsOf(item: AnyPair): [id: string, operation: AnyPair][] {
  return pairsOf(item.value)
    .filter((pair) => methods.test(keyOf(pair)))
    .map((pair) => {
      const id = pairIn(pair.value, 'operationId')?.value;
      return [isScalar(id) ? String(id.value) : `${keyOf(pair)} ${keyOf(item)}`, pair];
    });
}

const responseParts = new Set(['responses', 'content', 'schema', 'headers', 'format']);

function partOf(
  operation: AnyPair,
  source: string,
  status: number | undefined,
): AnyPair | undefined {
  const part = /^document: (\w+)/.exec(source)?.[1] ?? '';
  if (!responseParts.has(part)) return pairIn(operation.value, part);
  const responses = pairIn(operation.value, 'responses');
  const name = declaredAs(String(status), pairsOf(responses?.value).map(keyOf));
  return (name === undefined ? undefined : pairIn(responses?.value, name)) ?? responses;
}

function pairsOf(value: unknown): readonly AnyPair[] {
  return isMap(value) ? value.items : [];
}

function pairIn(value: unknown, key: string): AnyPair | undefined {
  return pairsOf(value).find((pair) => keyOf(pair) === key);
}

function keyOf({ key }: AnyPair): string {
  return isScalar(key) ? String(key.value) : '';
}

function offsetOf(pair: AnyPair | undefined): number | undefined {
  const key = pair?.key;
  return isScalar(key) ? key.range?.[0] : undefined;
}
