import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ApiDocument, createApiDocument, DocumentError } from '../model/api-document.ts';
import { linkReferences, type NeededFile, nameOf } from './link-references.ts';
import { readVersion } from './openapi-version.ts';
import { parseYamlOrJson } from './parse-document.ts';
import { readSource } from './read-source.ts';

/**
 * Reads an OpenAPI document, and the files and addresses to which it refers.
 * @param location a path, or an http(s) address
 * @throws DocumentError
 */
export async function loadApiDocument(location: string): Promise<ApiDocument> {
  const isUrl = /^https?:\/\//i.test(location) && URL.canParse(location);
  const address = isUrl ? new URL(location).href.replace(/#.*$/s, '') : pathToFileURL(resolve(location)).href;
  const name = isUrl ? nameOf(address) : location;
  const reading = readLinked(await readContent(address, name, name), name, address);
  let step = reading.next();
  while (step.done !== true) {
    const needed = step.value;
    step = reading.next(await readContent(needed.address, needed.name, needed.neededBy));
  }
  return step.value;
}

/** Reads a document whose references are all local. @throws DocumentError */
export function parseApiDocument(text: string): ApiDocument {
  return readApiDocument(parseYamlOrJson(text, 'the document'));
}

/** Like `parseApiDocument`, for a document that is parsed already. */
export function readApiDocument(root: unknown): ApiDocument {
  const step = readLinked(root, 'the document').next();
  if (step.done === true) return step.value;
  throw new DocumentError(`${step.value.neededBy} is outside of the document, which was given as text`);
}

function* readLinked(content: unknown, name: string, address?: string): Generator<NeededFile, ApiDocument> {
  const { root, version } = readVersion(content, name);
  return createApiDocument(yield* linkReferences(root, name, address), version);
}

async function readContent(address: string, name: string, subject: string): Promise<unknown> {
  let text: string;
  try {
    text = await readSource(address);
  } catch (cause) {
    throw new DocumentError(`${subject}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  return parseYamlOrJson(text, name);
}
