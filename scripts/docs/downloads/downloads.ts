import { posix } from 'node:path';
import type { Part } from '../site/site-file.ts';
import { type Sources, textOf } from '../sources.ts';
import { exampleIndex } from './example-files.ts';

const copied = [
  [
    'generated/openapi.yaml',
    'OpenAPI, YAML',
    'The whole contract in one file. Postman and Insomnia import it.',
  ],
  ['generated/openapi.json', 'OpenAPI, JSON', 'The same, for programs.'],
  ['generated/openapi-3.0.yaml', 'OpenAPI 3.0, YAML', 'The same, for tools that do not read OpenAPI 3.1.'],
  ['openapi/workflows.arazzo.yaml', 'Workflows, Arazzo', 'Sequences of calls that belong together.'],
  ['conformance/profile.schema.json', 'Profile schema', 'What a profile of the contract tests may say.'],
  ['conformance/report.schema.json', 'Report schema', 'What the contract tests report.'],
] as const;

/** The path on the site of each file that is published unchanged, by its path in the repository. */
export const downloadPaths = new Map<string, string>(copied.map(([source]) => [source, downloadOf(source)]));

export function downloads({ document, texts }: Sources): Part[] {
  const files = copied.map(
    ([source, title, summary]): Part => ({
      entry: { path: downloadOf(source), title, summary, group: 'files' },
      draw: () => textOf(texts, source),
    }),
  );
  return [
    ...files,
    {
      entry: {
        path: 'downloads/examples.json',
        title: 'Examples',
        summary: 'A list of every named request and response, each a separate JSON file.',
        group: 'files',
      },
      draw: () => exampleIndex(document),
    },
  ];
}

function downloadOf(source: string): string {
  return `downloads/${posix.basename(source)}`;
}
