import { compareDocuments } from '../../diff/compare-documents.ts';
import { type Comparison, comparisonFormats } from '../../diff/report.ts';
import { readSeverities } from '../../diff/severities.ts';
import { readSuppressions, suppress } from '../../diff/suppressions.ts';
import { loadApiDocument } from '../../document/read/read-document.ts';
import { asUsage, readAndParse } from '../inputs.ts';

export interface CompareOptions {
  readonly format: keyof typeof comparisonFormats;
  readonly extensions?: true;
  readonly allowFiles?: boolean;
  readonly suppressions?: string;
  readonly severity?: string;
}

export interface DiffInput extends CompareOptions {
  /** Files or addresses of documents. */
  readonly old: string;
  readonly later: string;
}

/** Compares two documents, and writes the changes as text. */
export async function compare({
  old,
  later,
  suppressions,
  severity,
  allowFiles,
  ...options
}: DiffInput) {
  const reading = { allowFiles };
  const documents = [loadApiDocument(old, reading), loadApiDocument(later, reading)] as const;
  const [before, after] = await asUsage(() => Promise.all(documents));
  const { extensions = false, format } = options;
  const accepted =
    suppressions === undefined
      ? []
      : await readAndParse(suppressions, (text) => readSuppressions(text, suppressions));
  const severities =
    severity === undefined
      ? {}
      : await readAndParse(severity, (text) => readSeverities(text, severity));
  const findings = compareDocuments(before.root, after.root, { extensions, severities });
  const comparison: Comparison = {
    ...suppress(findings, accepted),
    file: later,
  };
  return {
    text: comparisonFormats[format](comparison),
    breaksClients: comparison.findings.some(({ clients }) => clients === 'breaking'),
    bindsServers: comparison.findings.some(({ servers }) => servers === 'must follow'),
  };
}
