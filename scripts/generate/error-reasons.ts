import type { Document } from '../contract/document.ts';
import { operationsOf } from '../contract/operations.ts';
import { advisedFailures } from '../docs/reference/advice.ts';

/** A section in Markdown for every reason of a failure, by code: its message, what to do, and where it occurs. */
export function errorReasons(document: Document): string {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const all = operations.flatMap((operation) =>
    advisedFailures(document, operation).map((failure) => ({ ...failure, summary: operation.summary })),
  );
  const reasons = [...new Map(all.map((failure) => [failure.reason, failure])).values()].toSorted(
    (a, b) => a.code - b.code,
  );
  return reasons
    .map(({ reason, code, message, advice }) => {
      const names = new Set(all.filter((one) => one.reason === reason).map(({ summary }) => summary));
      return [
        `## ${reason}`,
        `**${code}** “${message}”. ${sentence(advice)}`,
        names.size === operations.length ? 'Any operation.' : `Only: ${[...names].join(', ')}.`,
      ].join('\n\n');
    })
    .join('\n\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
