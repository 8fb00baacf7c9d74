import { type Basis, bases } from '../basis.ts';
import type { CheckContext, CompletedExchange, Cost } from '../check.ts';
import { type Meaning, meaningOf } from '../judge/meaning.ts';
import { memoize } from '../memoize.ts';
import type { Failure } from '../outcome.ts';
import type { ApiDocument } from './model/api-document.ts';
import { createFieldRoles, type FieldRoles } from './model/field-roles.ts';
import { type Operation, readOperations } from './model/operation.ts';
import { readSchemes, type SecurityScheme } from './model/security.ts';
import { createValidator, type Validator } from './schema/validator.ts';
import { findResources, type Resource } from './sequences/resources/find-resources.ts';
import type { GivenValues, RequestValues } from './values/request-values.ts';

/** Everything that is read from a document, once. */
export interface DocumentModel {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly resources: readonly Resource[];
  readonly roles: FieldRoles;
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  readonly requests: Validator;
  readonly responses: Validator;
  readonly options: DocumentOptions;
  /** What the profile says about the values of an operation. Nothing outside a run. */
  given(operation: Operation): GivenValues;
  /** A failure, with the basis that the options and `x-decision` give it. */
  failure(finding: Finding, failure: Failure): Failure;
  status(exchange: CompletedExchange): number;
  /** What the status says about the request. */
  meaning(exchange: CompletedExchange): Meaning;
  isSuccess(exchange: CompletedExchange): boolean;
}

// For a large document each takes a second, and the list of checks needs only the first.
const requestValidator = memoize((document: ApiDocument) => createValidator(document, 'request'));
const responseValidator = memoize((document: ApiDocument) => createValidator(document, 'response'));

export function createDocumentModel(
  document: ApiDocument,
  options: DocumentOptions,
): DocumentModel {
  const operations = readOperations(document);
  const status: DocumentModel['status'] = (exchange) =>
    options.effectiveStatus?.(exchange) ?? exchange.response.status;
  const meaning: DocumentModel['meaning'] = (exchange) => meaningOf(status(exchange));
  const resources = findResources(document, operations);
  return {
    document,
    operations,
    resources,
    roles: createFieldRoles(operations, resources),
    schemes: readSchemes(document),
    get requests() {
      return requestValidator(document);
    },
    get responses() {
      return responseValidator(document);
    },
    options,
    given: () => ({ parameters: {}, fields: {} }),
    status,
    meaning,
    isSuccess: (exchange) => meaning(exchange) === 'success',
    failure: (finding, failure) => {
      const decided = finding.decision === undefined ? undefined : 'decided';
      const given = [failure.basis, options.basisOf?.(finding) ?? decided];
      const weakest = bases.findLast((basis) => given.includes(basis));
      const source = finding.decision === undefined ? {} : { source: finding.decision };
      return { ...source, ...failure, ...(weakest && { basis: weakest }) };
    },
  };
}

/** What is wrong, for `basisOf`. */
export interface Finding {
  /** The part of the check's id between `document/` and the operation: `response-schema`, `invalid-body`. */
  readonly rule: string;
  readonly operation: string;
  /** The `x-decision` of that part of the document, or of a part that contains it. */
  readonly decision?: string | undefined;
  /** A case of the rule, such as `no-scheme` of credentials. */
  readonly variant?: string | undefined;
}

/** What the author of a suite knows about a service beyond its document. Everything is optional. */
export interface DocumentOptions {
  /** Returns a valid credential for a scheme, for each check that needs one. `user:password` for basic. */
  credential?(scheme: SecurityScheme, context: CheckContext): Promise<string | undefined>;
  /** Returns values of a request that the server accepts now: credentials of a fixture, the id of a new resource. */
  accepted?(
    operation: Operation,
    context: CheckContext,
  ): Promise<Partial<RequestValues> | undefined>;
  /** Whether requests with made-up ids can reach nothing of others, so that all of them are sent. @default false */
  readonly mayWriteAnywhere?: boolean;
  /** Returns the status that a response means, when HTTP 200 may carry a failure. */
  effectiveStatus?(exchange: CompletedExchange): number;
  /**
   * Returns the basis of a finding. Undefined means the default: the check's own basis, or `decided` under an
   * `x-decision`. This can only make a check weaker.
   */
  basisOf?(finding: Finding): Basis | undefined;
  /**
   * Returns the cost of one request that the server may accept. Checks of an operation that needs no login run in parallel,
   * unless `credential` is set.
   */
  cost?(operation: Operation): Cost;
  /**
   * The most requests that a check generates for an operation, at least 1.
   * @default 30 random ones, and every variation of a body
   */
  readonly maxExamples?: number | undefined;
  /** Checks of a lower stage run first, also those of other suites. @default 0 */
  readonly stage?: number;
}
