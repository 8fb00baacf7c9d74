import { service } from './checks/service.ts';
import { documentSuite } from './document/document-suite.ts';
import { loadApiDocument } from './document/read/read-document.ts';
import { serviceDocumentSuite } from './service-document.ts';
import { type AnySuite, bindSuite } from './suite.ts';

/**
 * The checks of the contract: those of the service, and those that its OpenAPI document describes. With the path or URL of
 * another OpenAPI document, the checks that it describes.
 * @throws DocumentError when the document cannot be used.
 */
export async function chooseSuites(document: string | undefined): Promise<AnySuite[]> {
  if (document === undefined) return [bindSuite(service), serviceDocumentSuite()];
  return [documentSuite(await loadApiDocument(document))];
}
