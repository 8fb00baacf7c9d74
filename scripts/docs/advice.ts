import { sectionOf } from './sections.ts';

/** What to do about each reason of a failure, in Markdown: the introduction's table of failures. */
export function adviceOf(introduction: string): ReadonlyMap<string, string> {
  return adviceIn(sectionOf(introduction, 'Failures'));
}

/** The same of any Markdown: its tables of a code, reasons, and what to do. */
export function adviceIn(markdown: string): ReadonlyMap<string, string> {
  const rows = markdown.matchAll(/^\|([^|]+)\|([^|]+)\|([^|]+)\|$/gm);
  return new Map(
    [...rows].flatMap(([, _code, reasons = '', advice = '']) =>
      [...reasons.matchAll(/`(\w+)`/g)].map(([, reason = '']) => [reason, advice.trim()] as const),
    ),
  );
}
