import type { CompletedExchange } from '../check.ts';
import { memoize } from '../memoize.ts';
import type { Failure } from '../outcome.ts';
import { type Strength, strengths } from '../strength.ts';
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
  /** A failure, with the strength that the options and `x-decision` give it. */
  failure(finding: Finding, failure: Omit<Failure, 'strength'> & { readonly strength?: Strength }): Failure;
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
      const strength = weakest(failure.strength, options.strengthOf?.(finding) ?? decided);
      const { strength: _, ...rest } = failure;
      const source = finding.decision === undefined ? {} : { source: finding.decision };
      return { ...source, ...rest, ...(strength && { strength }) };
    },
  };
}

function weakest(...given: readonly (Strength | undefined)[]): Strength | undefined {
  return strengths.findLast((strength) => given.includes(strength));
}
