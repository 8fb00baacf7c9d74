import {
  type DocumentOptions,
  defineSuite,
  openDocument,
  type RunnableSuite,
} from '../engine/index.ts';
import { serviceProfilePart } from './profile/service-profile.ts';

/**
 * The checks of the contract: those of the service, and those that its OpenAPI document describes. With the path or URL of
 * another OpenAPI document, the checks that it describes.
 * @throws DocumentError when the document cannot be used.
 */
export async function chooseSuites(
  document: string | undefined,
  options: Pick<DocumentOptions, 'maxExamples'> = {},
): Promise<RunnableSuite[]> {
  if (document === undefined) {
    const [{ service }, { serviceDocumentSuite }] = await Promise.all([
      import('./checks/service.ts'),
      import('./service-document.ts'),
    ]);
    return [defineSuite(service), serviceDocumentSuite(undefined, options)];
  }
  // One profile may serve both: it may have the accounts of this service too.
  const suites = await openDocument(document, options);
  return suites.map((suite) => ({ ...suite, profile: serviceProfilePart }));
}
