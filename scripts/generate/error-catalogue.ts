import { groupBy } from '../../conformance/engine/index.ts';
import { advisedFailures } from '../contract/advice.ts';
import type { Document } from '../contract/document.ts';
import { examplesOf, type OperationEntry, operationsOf } from '../contract/operations.ts';

type Entry = ReturnType<typeof failuresWithOperation>[number];

/** A section in Markdown for every reason of a failure, by code: where it occurs, its cause, an example, and what to do. */
export function errorCatalogue(document: Document): string {
  const operations = operationsOf(document);
  const all = operations.flatMap((entry) => failuresWithOperation(document, entry));
  const byReason = groupBy(all, ({ reason }) => reason);

  return [...byReason.values()]
    .toSorted(([a], [b]) => (a?.code ?? 0) - (b?.code ?? 0))
    .map((failures) => section(document, failures, operations.length))
    .join('\n\n');
}

function failuresWithOperation(document: Document, entry: OperationEntry) {
  return advisedFailures(document, entry.operation).map((failure) => ({ ...failure, entry }));
}

function section(document: Document, failures: readonly Entry[], operations: number): string {
  const [failure] = failures;
  if (failure === undefined) throw new Error('a reason without a failure');
  const { reason, code, advice, example } = failure;
  const names = new Set(failures.map(({ entry }) => entry.operation.summary));
  const from = names.size === operations ? 'any operation' : [...names].join(', ');

  return [
    `### ${reason}`,
    `**${code}** from ${from}. ${example.summary}`,
    [
      `- **Example:** ${requestOf(document, failure) ?? example['x-cause']}`,
      `- **What to do:** ${asSentence(advice)}`,
    ].join('\n'),
    ...errorsOf(example.value),
  ].join('\n\n');
}

/** The request that the contract shows for this failure, if it shows one. */
function requestOf(document: Document, { entry, reason }: Entry): string | undefined {
  const found = examplesOf(document, entry).find(
    ({ name, isResponse }) => name === reason && !isResponse,
  );
  if (found === undefined) return undefined;
  const { part, example } = found;
  const method = entry.method.toUpperCase();
  return part === 'request'
    ? `\`${method} ${entry.path}\` with \`${JSON.stringify(example.value)}\`.`
    : `\`${method} ${entry.path.replace(`{${part}}`, String(example.value))}\`.`;
}

/** `data` of a failure that says more than its reason. */
function errorsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || !('data' in value)) return [];
  const json = JSON.stringify({ data: value.data }, undefined, 2);
  return [`The response lists each invalid value:\n\n\`\`\`json\n${json}\n\`\`\``];
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
