import type { Document, Operation } from './document.ts';
import { failuresOf } from './failures.ts';

/** What to do about each reason, in Markdown: the tables with a code, reasons, and what to do. */
function adviceIn(markdown: string): ReadonlyMap<string, string> {
  const rows = markdown.matchAll(/^\|([^|]+)\|([^|]+)\|([^|]+)\|$/gm);
  return new Map(
    [...rows].flatMap(([, _code, reasons = '', advice = '']) =>
      [...reasons.matchAll(/`(\w+)`/g)].map(([, reason = '']) => [reason, advice.trim()] as const),
    ),
  );
}

export type AdvisedFailure = ReturnType<typeof advisedFailures>[number];

/** @throws Error for a reason about which the introduction gives no advice. */
export function advisedFailures(document: Document, operation: Operation) {
  const advice = adviceIn(document.info.description ?? '');
  return failuresOf(document, operation).map((failure) => {
    const todo = advice.get(failure.reason);
    if (todo === undefined)
      throw new Error(`the contract does not say what to do about ${failure.reason}`);
    return { ...failure, advice: todo };
  });
}
