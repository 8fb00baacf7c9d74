import {
  choiceKeywords,
  lowerBounds,
  opaqueKeywords,
  upperBounds,
  valueKeywords,
} from './keywords.ts';

export const directions = ['request', 'response'] as const;
export type Direction = (typeof directions)[number];

/** How the set of valid messages changed. `changed`: some became valid and some invalid, or nobody can say. */
const effects = ['tighter', 'looser', 'changed'] as const;
export type Effect = (typeof effects)[number];

/** What a message may have more or fewer valid forms of. */
const constraints = [
  ...upperBounds,
  ...lowerBounds,
  ...opaqueKeywords,
  ...valueKeywords,
  ...choiceKeywords,
  'type',
  'uniqueItems',
  'additionalProperties',
  'discriminator',
  'schema',
  'required',
  'allowEmptyValue',
  'media-type',
  'encoding',
] as const;
export type Constraint = (typeof constraints)[number];

const named = [
  'access-added',
  'access-removed',
  'deprecated-changed',
  'discriminator-added-or-removed',
  'extension-changed',
  'failure-response-added',
  'failure-response-removed',
  'field-changed',
  'flow-added',
  'flow-removed',
  'format-name-changed',
  'header-removed',
  'link-added',
  'link-removed',
  'media-type-parameters-changed',
  'message-added',
  'message-removed',
  'openapi-version-changed',
  'operation-added',
  'operation-id-changed',
  'operation-removed',
  'operation-tags-changed',
  'optional-body-added',
  'optional-header-added',
  'optional-parameter-added',
  'parameter-moved',
  'parameter-removed',
  'path-parameter-renamed',
  'request-body-removed',
  'request-default-changed',
  'request-field-removed',
  'request-optional-field-added',
  'request-required-field-added',
  'request-required-field-with-default-added',
  'request-required-with-default-tighter',
  'required-body-added',
  'required-header-added',
  'required-parameter-added',
  'required-parameter-with-default-added',
  'response-default-changed',
  'response-field-removed',
  'response-optional-field-added',
  'response-required-field-added',
  'schema-name-added',
  'schema-name-removed',
  'scope-added',
  'scope-removed',
  'security-scheme-added',
  'security-scheme-removed',
  'server-added',
  'server-removed',
  'server-variables-changed',
  'style-changed',
  'success-response-added',
  'success-response-removed',
  'tags-changed',
  'text-changed',
] as const;

/** What rates a change. `x-`: a rule of the caller for an extension. */
export type Rule = (typeof named)[number] | `${Direction}-${Constraint}-${Effect}` | `x-${string}`;

/** The names of all rules that rate a change. */
export const ruleNames: readonly string[] = [
  ...named,
  ...directions.flatMap((direction) =>
    constraints.flatMap((constraint) =>
      effects.map((effect) => `${direction}-${constraint}-${effect}`),
    ),
  ),
];
