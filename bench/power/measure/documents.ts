import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type DescribedServer, headersOf } from './server-description.ts';
import type { PowerTool } from './tool.ts';

export interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly swagger?: string;
}

// `<<` of YAML 1.1, which hand-written documents have.
const mergeKeys = { merge: true };

/** The document of a server, as a file in its folder or as it publishes it. */
export async function readDocument(
  server: DescribedServer,
  { lacks }: PowerTool,
  url: string,
): Promise<Document> {
  const at = (lacks?.swagger ? server.openApi3 : undefined) ?? server.document;
  if (!at.startsWith('/')) return parse(await readFile(join(server.folder, at), 'utf8'), mergeKeys);
  const response = await fetch(`${url}${at}`, { headers: headersOf(server) });
  return parse(await response.text(), mergeKeys);
}

/** Many tools send requests to the server of the document, whatever the command line says. */
export function withServer(document: Document, url: string): object {
  const { host, pathname } = new URL(url);
  return document.swagger === undefined
    ? { ...document, servers: [{ url }] }
    : { ...document, host, basePath: pathname, schemes: ['http'] };
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Such as `GET /books/{id}`. */
export function operationsOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => methods.has(key))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}
