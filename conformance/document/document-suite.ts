import { type AnySuite, bind } from '../suite.ts';
import { createContext, type DocumentContext, type Reading, readAll } from './document-context.ts';
import type { DocumentOptions } from './document-options.ts';
import { type ApiDocument, parseApiDocument } from './model/api-document.ts';
import type { Operation } from './model/operation.ts';
import { bodyRules } from './rules/bodies.ts';
import { credentialRules } from './rules/credentials.ts';
import type { DocumentCheck } from './rules/define-check.ts';
import { exampleRule } from './rules/examples.ts';
import { fuzzRule } from './rules/fuzz.ts';
import { oversizeRule } from './rules/large-bodies.ts';
import { malformedJsonRule } from './rules/malformed-json.ts';
import { mediaTypeRule } from './rules/media-types.ts';
import { methodRule } from './rules/methods.ts';
import { parameterRule } from './rules/parameters.ts';
import { pathParameterRules } from './rules/path-parameters.ts';
import { answerRules } from './rules/responses.ts';

type RulesOf = (reading: Reading, operation: Operation) => DocumentCheck[];

const rules: readonly RulesOf[] = [
  exampleRule,
  bodyRules,
  parameterRule,
  credentialRules,
  methodRule,
  mediaTypeRule,
  malformedJsonRule,
  pathParameterRules,
  oversizeRule,
  fuzzRule,
];

/** Checks of whatever an OpenAPI document says. Throws `DocumentError` when it cannot be read. */
export function documentSuite(document: ApiDocument | string, options: DocumentOptions = {}): AnySuite {
  const reading = readAll(typeof document === 'string' ? parseApiDocument(document) : document, options);
  const { operations } = reading;
  return bind<DocumentContext>({
    name: 'document',
    checks: rules.flatMap((rule) => operations.flatMap((operation) => rule(reading, operation))),
    responseChecks: answerRules(reading),
    declared: operations.map(({ id, responses }) => ({
      operation: id,
      statuses: responses.map(({ status }) => status),
    })),
    prepare: async (context) => {
      const made = createContext(context, reading);
      for (const side of [reading.requests, reading.responses]) {
        for (const [pointer, why] of side.unusable)
          context.observe(`the schema at ${pointer} cannot be used: ${why}`);
      }
      return made;
    },
    operationOf: () => undefined,
  });
}
