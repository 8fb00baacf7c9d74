import type { DocumentOptions } from '../engine/document/document-model.ts';
import { documentSuite } from '../engine/document/document-suite.ts';
import { loadApiDocument } from '../engine/document/read/read-document.ts';
import { makeRunnable, type RunnableSuite } from '../engine/suite.ts';
import { service } from './checks/service.ts';
import { serviceProfilePart } from './profile/service-profile.ts';
import { serviceDocumentSuite } from './service-document.ts';

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
  // One profile may serve both: it may have the accounts of this service too.
  return [{ ...documentSuite(await loadApiDocument(document), options), profile: serviceProfilePart }];
}
