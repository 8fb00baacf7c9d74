import { service } from './checks/service.ts';
import type { DocumentOptions } from './document/document-model.ts';
import { documentSuite } from './document/document-suite.ts';
import { loadApiDocument } from './document/read/read-document.ts';
import { serviceDocumentSuite } from './service-document.ts';
import { makeRunnable, type RunnableSuite } from './suite.ts';

/**
 * The checks of the contract: those of the service, and those that its OpenAPI document describes. With the path or URL of
 * another OpenAPI document, the checks that it describes.
 * @throws DocumentError when the document cannot be used.
 */
export async function chooseSuites(
  document: string | undefined,
  { maxExamples }: Pick<DocumentOptions, 'maxExamples'> = {},
): Promise<RunnableSuite[]> {
  const options = maxExamples === undefined ? {} : { maxExamples };
  if (document === undefined) return [makeRunnable(service), serviceDocumentSuite(undefined, options)];
  return [documentSuite(await loadApiDocument(document), options)];
}
