import type { CodeSample, Document, PathItem } from '../contract/document.ts';
import { type OperationEntry, operationsOf } from '../contract/operations.ts';
import { callOf } from './call.ts';
import { curl } from './curl.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';

const languages = [curl, typescript, javascript, python];

/**
 * The document with `x-codeSamples` at each operation: whole programs, made from the contract, that take all they need from
 * their environment. They are for readers, so the published contract does not contain them.
 */
export function withCodeSamples(document: Document): Document {
  const paths: Record<string, PathItem> = { ...document.paths };
  for (const entry of operationsOf(document)) {
    const { path, method, operation } = entry;
    paths[path] = { ...paths[path], [method]: { ...operation, 'x-codeSamples': samplesOf(document, entry) } };
  }
  return { ...document, paths };
}

function samplesOf(document: Document, entry: OperationEntry): CodeSample[] {
  const call = callOf(document, entry);
  return languages.map((language) => language(call));
}
