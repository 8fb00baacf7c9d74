export const upperBounds = [
  'maxLength',
  'maximum',
  'exclusiveMaximum',
  'maxItems',
  'maxProperties',
] as const;

export const lowerBounds = [
  'minLength',
  'minimum',
  'exclusiveMinimum',
  'minItems',
  'minProperties',
] as const;

/** One more of these allows less. How two of them differ cannot be said in general. */
export const opaqueKeywords = [
  'pattern',
  'format',
  'multipleOf',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
  'not',
  'contains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'if',
  'then',
  'else',
  'patternProperties',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
  'xml',
] as const;

/** The keywords that list values. */
export const valueKeywords = ['enum', 'const', 'x-extensible-enum'] as const;

export const choiceKeywords = ['allOf', 'anyOf', 'oneOf'] as const;

/** The keywords of a schema that constrain one value, without those that have schemas in them. */
export const simpleKeywords: readonly string[] = [
  ...upperBounds,
  ...lowerBounds,
  ...opaqueKeywords,
  ...valueKeywords,
  'type',
  'uniqueItems',
  'default',
];
