import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const samples = join(root, 'docs/samples');

/** What the reference needs of the contract. */
interface Document {
  servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly Parameter[];
  'x-codeSamples'?: readonly CodeSample[];
}

interface Parameter {
  readonly in: string;
  readonly schema: { example?: unknown };
}

interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Scalar generates the samples in other languages from the examples. A test runs each of these. */
const languages = [
  { lang: 'typescript', label: 'TypeScript client', extension: 'ts' },
  { lang: 'python', label: 'Python requests', extension: 'py' },
];

/** The examples of the contract are no accounts of a server. These are, of `serve --demo` and of the mock. */
const demoValues: Readonly<Record<string, string>> = {
  'ada@example.com': 'demo@example.com',
  'correct horse battery staple': 'demo-password',
  'grace@example.com': 'demo-mfa@example.com',
  'one if by land, two if by sea': 'demo-mfa-password',
};

declare const data: Document;

export { data };

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default { load: referenceDocument };

/** The contract as the reference shows it: with examples that a demo server accepts, marks on secrets, and samples. */
function referenceDocument(): Document {
  const text = readFileSync(join(root, 'generated/openapi.json'), 'utf8');
  // Our own bundle; the linter checks that it is OpenAPI.
  const document = JSON.parse(text, (_name, value) =>
    markSecret(demoValues[value] ?? value),
  ) as Document;

  document.servers = [{ url: 'http://127.0.0.1:8080' }];

  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    operation['x-codeSamples'] = languages.map(({ lang, label, extension }) => {
      const file = join(samples, `${operation.operationId}.${extension}`);
      return { lang, label, source: readFileSync(file, 'utf8').trimEnd() };
    });
    for (const parameter of operation.parameters ?? []) {
      // Scalar sends a header that has an example. Two readers must not send the same Idempotency-Key.
      if (parameter.in === 'header') delete parameter.schema.example;
    }
  }
  return document;
}

/** Scalar knows no `x-secret`, but shows the description. */
function markSecret(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('x-secret' in value)) return value;
  const { description } = value as { readonly description?: string };
  return { ...value, description: `**Secret:** keep it out of logs and URLs. ${description}` };
}
