import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** An OpenAPI document as a file: its text, and its address for SARIF. */
export interface DocumentFile {
  /** Relative to the root of the repository, with slashes, as GitHub requires. */
  readonly uri: string;
  /** YAML or JSON. Empty when the file cannot be read here. */
  readonly text: string;
}

/** Our contract. The address is where the file is in a project that has installed the package, so that editors open it. */
export function ourContract(): DocumentFile {
  const file = createRequire(import.meta.url).resolve('#openapi-yaml');
  return { uri: 'node_modules/account-access/generated/openapi.yaml', text: readFileSync(file, 'utf8') };
}

/** @param document a path, relative to the current folder, or the address of a document on the web. */
export function documentFile(document: string): DocumentFile {
  if (/^https?:/.test(document)) return { uri: document, text: '' };
  const file = resolve(document);
  const path = relative(repositoryOf(dirname(file)), file)
    .split(sep)
    .join('/');
  return { uri: encodeURI(path), text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

/** The closest folder around a file that is a repository, else the folder itself. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
