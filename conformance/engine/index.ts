/**
 * What a program can use of this package: its own checks, the checks of a document, a run and its reports; and of documents,
 * their parts, and the differences between two of them.
 */

export { type Basis, bases, decided, observed, safety, shown, standard, wire } from './basis.ts';
export {
  type Check,
  type CheckContext,
  type CompletedExchange,
  type Cost,
  free,
  hasResponse,
  type Judgement,
  type Need,
  notJudged,
  type ResponseCheck,
  type Rule,
  type Suite,
  type Undo,
  type Verdict,
  type Watcher,
} from './check.ts';
export { catalogueOf } from './check-catalogue.ts';
export type { ProgramContract, TestProgram } from './commands/test-program.ts';
export { compareDocuments, type FieldRule } from './diff/compare-documents.ts';
export { operationsIn } from './diff/compare-operations.ts';
export {
  breaksBoth,
  breaksClients,
  type Finding as DiffFinding,
  finding as diffFinding,
  harmless,
  joinFindings,
  mustFollow,
  type Rating,
} from './diff/finding.ts';
export { below, children, type Pair, type Place, pointerTo, rootOf } from './diff/place.ts';
export { markdown as diffMarkdown, text as diffText } from './diff/report.ts';
export type { Rule as DiffRule } from './diff/rules.ts';
export type { DocumentOptions } from './document/document-model.ts';
export { documentSuite, openDocument } from './document/document-suite.ts';
export { DocumentError } from './document/model/api-document.ts';
export { createPathMatcher, pathOf } from './document/model/match-path.ts';
export {
  fieldsOf,
  isJsonObject,
  type JsonObject,
  pointer,
  pointerParts,
  valueAt,
} from './document/model/pointer.ts';
export type { RequestValues } from './document/values/request-values.ts';
export { groupBy } from './group-by.ts';
export type { HookExchange, HookRequest, Hooks } from './hooks.ts';
export type { Exchange, ProtocolErrorKind, Response, SentRequest } from './http/exchange.ts';
export {
  type Header,
  headerOf,
  jsonRequest,
  type RawRequest,
  type Request,
  type SendSettings,
} from './http/request.ts';
export { singleQuoted } from './http/shell-word.ts';
export type { Target } from './http/target.ts';
export type { App } from './in-process/app.ts';
export { type ContractTestsOptions, contractTests } from './in-process/contract-tests.ts';
export type { Runner } from './in-process/runner.ts';
export { type Meaning, meaningOf } from './judge/meaning.ts';
export { mapInParallel } from './map-in-parallel.ts';
export { memoize } from './memoize.ts';
export {
  CannotTestError,
  type Failure,
  fail,
  mismatch,
  nothingToJudge,
  skipCheck,
} from './outcome.ts';
export { emptyProfile, type Profile } from './profile/profile.ts';
export { type ProfilePart, profileSchema, type ReadReference } from './profile/profile-part.ts';
export { ProfileError } from './profile/read-profile.ts';
export { ctrfReport } from './report/ctrf.ts';
export { describeSource, type SourceDescription } from './report/describe-source.ts';
export { htmlReport } from './report/html.ts';
export { junitReport } from './report/junit.ts';
export { markdownReport } from './report/markdown.ts';
export { rejectedValues } from './report/rejected-values.ts';
export {
  type Finding,
  jsonReport,
  type Report,
  type ReportedCheck,
  type Tool,
} from './report/report.ts';
export type { ReportedExchange } from './report/reported-exchange.ts';
export { type DocumentFile, sarifReport } from './report/sarif.ts';
export { undeclaredStatuses } from './report/undeclared-statuses.ts';
export { BaselineError } from './run/baseline.ts';
export type { KnownFailure } from './run/judge.ts';
export { type RunSuitesOptions, runSuites } from './run-suites.ts';
export { safetyChecks } from './safety-checks.ts';
export { createSecrets, type Secrets } from './secrets.ts';
export { UnknownOperationError } from './select-operations.ts';
export {
  type CheckSettings,
  defineCheck,
  defineSuite,
  type PlainSuite,
  type RunnableSuite,
} from './suite.ts';
