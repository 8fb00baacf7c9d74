import {
  below,
  children,
  fieldsOf,
  isJsonObject,
  type Place,
} from '../../conformance/engine/index.ts';
import { type SourceField, sourceEnvelope, sourceOperations } from '../clauses/source-fields.ts';
import { type Finding, jsonOf, type ResponsePlaces, type Rule } from './contract.ts';

/**
 * Whatever the contract says beyond its source has an `x-decision` of its own: every keyword on a field of the source that the source
 * does not show (`pattern`, `minLength`, `enum`, another `type`, a further `required`), and every further field, parameter, header,
 * response and operation. Keywords that say something of an element from outside, such as `allOf`, are not allowed on what the
 * source shows, marked or not. A server that follows the source may send a value that the new keyword rejects; without a mark, readers and
 * the contract tests take our decision for the source's.
 */
export const additionsAreMarked: Rule = ({ operations }) =>
  operations.flatMap(({ name, place, parameters, body, responses }) => {
    const shown = sourceOperations[name];
    // All of an operation of ours is a decision, so one mark is enough.
    if (shown === undefined) return unmarked(`the operation ${name}`, place);
    return [
      ...parameters.flatMap((parameter) => ofParameter(parameter, shown.parameters)),
      ...ofBody(body, shown.request),
      ...responses.flatMap((response) => ofResponse(response, shown.result)),
    ];
  });

function ofParameter(parameter: Place, shown: Readonly<Record<string, SourceField>>): Finding[] {
  const name = String(fieldsOf(parameter.value).name);
  const field = shown[name];
  return field === undefined
    ? unmarked(`the parameter \`${name}\``, parameter)
    : beyond(below(parameter, 'schema'), field, false, name);
}

function ofBody(body: Place | undefined, shown: SourceField | undefined): Finding[] {
  if (body === undefined) return [];
  if (shown === undefined) return unmarked('the request body', body);
  const isAdded = fieldsOf(body.value).required === true && shown.required !== true;
  return [
    ...(isAdded ? unmarked('that the body is required', body) : []),
    ...beyond(below(jsonOf(body), 'schema'), shown, false),
  ];
}

function ofResponse({ status, place, envelopes }: ResponsePlaces, result: SourceField): Finding[] {
  const isSuccess = status === '200';
  const { fields } = sourceEnvelope;
  const shown = isSuccess
    ? { ...sourceEnvelope, fields: { ...fields, data: result } }
    : sourceEnvelope;
  const headers = isMarked(place) ? [] : [...children(below(place, 'headers'))];
  return [
    ...(isSuccess ? [] : unmarked(`the response ${status}`, place)),
    ...headers.flatMap(([name, header]) => unmarked(`the header \`${name}\``, header)),
    ...envelopes.flatMap((envelope) => beyond(envelope, shown, isSuccess)),
  ];
}

/** What a schema says beyond the source. @param path of the field from the body; empty for the body itself */
function beyond(
  schema: Place | undefined,
  shown: SourceField,
  isSuccess: boolean,
  path = '',
): Finding[] {
  if (schema === undefined) return [];
  const name = path === '' ? 'the body' : `\`${path}\``;
  if (!isJsonObject(schema.value)) return unmarked(`the schema ${schema.value} of ${name}`, schema);
  const keywords = Object.entries(schema.value).flatMap(([keyword, value]) => {
    if (reaching.includes(keyword))
      return [finding(`\`${keyword}\` of ${name}`, schema, atTheField)];
    if (keyword === 'required')
      return requiredBeyond(value, shown).flatMap((added) =>
        unmarked(`the required field \`${added}\` of ${name}`, schema),
      );
    return isShown(keyword, value, shown, isSuccess)
      ? []
      : unmarked(`\`${keyword}\` of ${name}`, schema);
  });
  const properties = [...children(below(schema, 'properties'))].flatMap(([key, property]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    const field = shown.fields?.[key];
    return field === undefined
      ? unmarked(`the field \`${inner}\``, property)
      : beyond(property, field, isSuccess, inner);
  });
  return [...keywords, ...properties];
}

const isMarked = ({ value }: Place) => Object.hasOwn(fieldsOf(value), 'x-decision');

/** An element that the source does not show, unless it has a mark. */
const unmarked = (what: string, place: Place) => (isMarked(place) ? [] : [finding(what, place)]);

const atTheField = 'say it at the field itself';
const finding = (what: string, place: Place, fix = 'mark it with `x-decision`'): Finding => ({
  place,
  message: `Not in the source: ${what}; ${fix}.`,
});

// They allow every value, or are about the fields, which are looked at one by one.
const free = [
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  'properties',
];
// They could say something of a field far from the field, where nobody looks for its mark.
const reaching = [
  ...[
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
    'dependentSchemas',
    'dependentRequired',
  ],
  ...['patternProperties', 'propertyNames', '$dynamicRef'],
];

function isShown(keyword: string, value: unknown, shown: SourceField, isSuccess: boolean): boolean {
  if (keyword === 'type') return value === shown.type;
  if (keyword === 'const')
    return isSuccess && shown.onSuccess !== undefined && value === shown.onSuccess;
  return free.includes(keyword) || keyword.startsWith('x-');
}

function requiredBeyond(required: unknown, { fields }: SourceField): unknown[] {
  return [required].flat().filter((name) => fields?.[String(name)]?.required !== true);
}
