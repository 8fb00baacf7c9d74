import { posix } from 'node:path';
import type { Document } from '../../contract/document.ts';
import { examplesOf, operationsOf } from '../../contract/operations.ts';
import { filePart, type Part, type SiteFile } from '../site/site-file.ts';
import { copied, type Sources, textOf } from '../sources.ts';

/** The path on the site of each file that is published unchanged, by its path in the repository. */
export const downloadPaths = new Map<string, string>(
  copied.map(([source]) => [source, downloadOf(source)]),
);

export function downloads({ document, texts }: Sources): Part[] {
  const index = 'A list of every named request and response, each a separate JSON file.';
  return [
    ...copied.map(([source, title, summary]) =>
      filePart(downloadOf(source), title, summary, () => textOf(texts, source)),
    ),
    filePart('downloads/examples.json', 'Examples', index, () => exampleIndex(document)),
  ];
}

function downloadOf(source: string): string {
  return `downloads/${posix.basename(source)}`;
}

/** Where an example belongs, and in which file of the downloads it is. */
export interface ExampleEntry {
  readonly operation: string;
  /** `request`, the name of a parameter, or the HTTP status of a response. */
  readonly part: string;
  readonly name: string;
  readonly summary?: string;
  /** What causes a response that no single valid request causes. */
  readonly cause?: string;
  /** From the folder of `examples.json`. */
  readonly file: string;
}

/** `examples.json`: every named example, and where it belongs. */
export function exampleIndex(document: Document): string {
  return json(allExamples(document).map(({ entry }) => entry));
}

export function exampleFiles(document: Document): SiteFile[] {
  return allExamples(document).map(({ entry, value }) => ({
    path: `downloads/${entry.file}`,
    content: json(value),
  }));
}

function allExamples(
  document: Document,
): { readonly value: unknown; readonly entry: ExampleEntry }[] {
  return operationsOf(document).flatMap((entry) =>
    examplesOf(document, entry).map(({ part, name, example }) => {
      const { summary, value, 'x-cause': cause } = example;
      const file = `examples/${entry.slug}/${part}/${name}.json`;
      const about = {
        ...(summary !== undefined && { summary }),
        ...(cause !== undefined && { cause }),
      };
      return {
        value,
        entry: { operation: entry.operation.operationId, part, name, ...about, file },
      };
    }),
  );
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
