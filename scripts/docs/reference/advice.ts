import type { Document, Operation } from '../../contract/document.ts';
import { type Failure, failuresOf } from '../../contract/failures.ts';

/** What to do about each reason of a failure, in Markdown: the introduction's table of failures. */
export function adviceOf(introduction: string): ReadonlyMap<string, string> {
  return adviceIn(sectionOf(introduction, 'Failures'));
}

/** The same from any Markdown: its tables with a code, reasons, and what to do. */
export function adviceIn(markdown: string): ReadonlyMap<string, string> {
  const rows = markdown.matchAll(/^\|([^|]+)\|([^|]+)\|([^|]+)\|$/gm);
  return new Map(
    [...rows].flatMap(([, _code, reasons = '', advice = '']) =>
      [...reasons.matchAll(/`(\w+)`/g)].map(([, reason = '']) => [reason, advice.trim()] as const),
    ),
  );
}

export interface AdvisedFailure extends Failure {
  /** What to do about it, in Markdown. */
  readonly advice: string;
}

/** @throws Error for a reason about which the introduction gives no advice. */
export function advisedFailures(document: Document, operation: Operation): AdvisedFailure[] {
  const advice = adviceOf(document.info.description ?? '');
  return failuresOf(document, operation).map((failure) => {
    const todo = advice.get(failure.reason);
    if (todo === undefined)
      throw new Error(`the introduction does not say what to do about ${failure.reason}`);
    return { ...failure, advice: todo };
  });
}

/** The part of a Markdown text below a heading of the second level, with the heading. */
export function sectionOf(markdown: string, heading: string): string {
  const section = markdown.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`the introduction has no section "${heading}"`);
  return section;
}
