import { expect } from 'vitest';
import type { Block } from './blocks.ts';

/** Expects what a page says that a command prints. `…` stands for any text, and on a line of its own for any lines. */
export function expectOutput(printed: string, { language, code }: Pick<Block, 'language' | 'code'>): void {
  if (language === 'json') expect(fillIn(JSON.parse(code), JSON.parse(printed))).toEqual(JSON.parse(printed));
  else expect(printed.trim()).toMatch(patternOf(code, '$'));
}

/** What the first lines of the output look like. */
export function patternOf(shown: string, end = ''): RegExp {
  const lines = shown
    .trim()
    .split('\n')
    .map((line) => (line === '…' ? '[^]*' : escapePattern(line).replaceAll('…', '.*')));
  return new RegExp(
    `^${lines.join('\\n').replaceAll('\\n[^]*', '(?:\\n[^]*)?').replaceAll('[^]*\\n', '(?:[^]*\\n)?')}${end}`,
  );
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').trimEnd();

/** The expected value, with what varies taken from the actual one: text at `…`, and times. */
function fillIn(expected: unknown, actual: unknown, name = ''): unknown {
  if (typeof expected === 'string' && typeof actual === 'string')
    return new RegExp(`^${escapePattern(expected).replaceAll('…', '.+')}$`).test(actual) ? actual : expected;
  if (typeof expected === 'number' && typeof actual === 'number' && /_ms$|^iat$/.test(name)) return actual;
  if (Array.isArray(expected) && Array.isArray(actual))
    return expected.map((element, index) => fillIn(element, actual[index]));
  if (!isRecord(expected) || !isRecord(actual)) return expected;
  return Object.fromEntries(
    Object.entries(expected).map(([field, value]) => [field, fillIn(value, actual[field], field)]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
