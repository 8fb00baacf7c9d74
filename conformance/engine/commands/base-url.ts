import { looksLikeDocument, suggestDocument } from '../terminal/suggest-document.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { withoutQuery } from '../without-query.ts';
import type { TestOptions } from './options.ts';

export const noBaseUrl = 'give the base URL of the server to test (see test --help)';

/** @throws UsageError if a document stands where the base URL belongs. */
export function requireNoDocument(
  baseUrl: string | undefined,
  { document }: Pick<TestOptions, 'document'>,
): void {
  if (baseUrl === undefined || !looksLikeDocument(baseUrl)) return;
  const meant = document === undefined ? suggestDocument([baseUrl]) : '';
  throw new UsageError(
    `${withoutQuery(baseUrl)} is a document, not the base URL of a server.${meant}`,
  );
}
