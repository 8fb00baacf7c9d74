import { sectionOf } from './sections.ts';

/** What to do about each reason of a failure, in Markdown: the introduction's table of failures. */
export function adviceOf(introduction: string): ReadonlyMap<string, string> {
  const rows = sectionOf(introduction, 'Failures').matchAll(/^\|([^|]+)\|([^|]+)\|([^|]+)\|$/gm);
  return new Map(
    [...rows].flatMap(([, _code, reasons = '', advice = '']) =>
      [...reasons.matchAll(/`(\w+)`/g)].map(([, reason = '']) => [reason, advice.trim()] as const),
    ),
  );
}
