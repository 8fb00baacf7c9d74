import { catalogueOf } from '../../conformance/check-catalogue.ts';
import { service } from '../../conformance/checks/service.ts';
import { serviceDocumentSuite } from '../../conformance/service-document.ts';
import { bind } from '../../conformance/suite.ts';

/** `generated/check-catalogue.json`: what the command line says of the checks, without loading what runs them. */
export function checksJson(): string {
  return `${JSON.stringify(catalogueOf([bind(service), serviceDocumentSuite()]), undefined, 2)}\n`;
}
