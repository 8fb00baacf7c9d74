import { type Basis, bases } from '../basis.ts';
import type { CompletedExchange } from '../check.ts';
import { memoize } from '../memoize.ts';
import type { Failure } from '../outcome.ts';
import type { DocumentOptions, Finding } from './document-options.ts';
import type { ApiDocument } from './model/api-document.ts';
import { type Operation, readOperations } from './model/operation.ts';
import { readSchemes, type SecurityScheme } from './model/security.ts';
import { createValidator, type Validator } from './schema/validator.ts';
import { findResources, type Resource } from './sequences/resources/find-resources.ts';

/** Everything that is read from a document, once. */
export interface DocumentModel {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly resources: readonly Resource[];
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  readonly requests: Validator;
  readonly responses: Validator;
  readonly options: DocumentOptions;
  /** A failure, with the basis that the options and `x-decision` give it. */
  failure(finding: Finding, failure: Omit<Failure, 'basis'> & { readonly basis?: Basis }): Failure;
  status(exchange: CompletedExchange): number;
}

// For a large document each takes a second, and the list of checks needs only the first.
const requestValidator = memoize((document: ApiDocument) => createValidator(document, 'request'));
const responseValidator = memoize((document: ApiDocument) => createValidator(document, 'response'));

export function createDocumentModel(document: ApiDocument, options: DocumentOptions): DocumentModel {
  const operations = readOperations(document);
  return {
    document,
    operations,
    resources: findResources(document, operations),
    schemes: readSchemes(document),
    get requests() {
      return requestValidator(document);
    },
    get responses() {
      return responseValidator(document);
    },
    options,
    status: (exchange) => options.effectiveStatus?.(exchange) ?? exchange.response.status,
    failure: (finding, failure) => {
      const decided = finding.decision === undefined ? undefined : 'decided';
      const basis = weakest(failure.basis, options.basisOf?.(finding) ?? decided);
      const { basis: _, ...rest } = failure;
      const source = finding.decision === undefined ? {} : { source: finding.decision };
      return { ...source, ...rest, ...(basis && { basis }) };
    },
  };
}

function weakest(...given: readonly (Basis | undefined)[]): Basis | undefined {
  return bases.findLast((basis) => given.includes(basis));
}
