import { isDeepStrictEqual } from 'node:util';
import { below, children, type Place } from '../../conformance/engine/diff/place.ts';
import { fieldsOf } from '../../conformance/engine/document/model/pointer.ts';
import { everyObject, type ResponsePlaces, type Rule } from './contract.ts';

/**
 * Every response has an `application/json` schema that is the envelope: an object with `status` (required, and in it the
 * integer `code` and the strings `message` and `trace_id`), an `output` and a `usage` that are the same in every
 * envelope, optionally `data`, and nothing else. Envelopes are flat, because many tools take each branch of an `allOf` for the
 * whole. A response of a failure lists its reasons in `x-extensible-enum`, where types, docs, the mock and the checks read them, and has an example of
 * each, whose code is the HTTP status. An `enum` in the schema would make each new reason a breaking change.
 */
export const everyResponseIsTheEnvelope: Rule = ({ operations }) => {
  const responses = operations.flatMap((operation) => operation.responses);
  const [first] = responses.flatMap(({ envelopes }) => envelopes);
  return responses.flatMap((response) => [
    ...(response.envelopes.length === 0
      ? ['it has no application/json schema']
      : errorsOfReasons(response)
    ).map((error) => finding(error, response.place)),
    ...response.envelopes.flatMap((envelope) =>
      errorsOfEnvelope(envelope, first).map((error) => finding(error, envelope)),
    ),
  ]);
};

const finding = (error: string, place: Place) => ({
  place,
  message: `A response is not the envelope: ${error}.`,
});

const types = { code: 'integer', message: 'string', trace_id: 'string' };
const fields = ['status', 'data', 'output', 'usage'];
const combinations = ['allOf', 'anyOf', 'oneOf'];

const requiredIn = (schema: Place | undefined): readonly unknown[] => {
  const { required } = fieldsOf(schema?.value);
  return Array.isArray(required) ? required : [];
};

function errorsOfEnvelope(envelope: Place, first: Place | undefined): string[] {
  const { type, properties } = fieldsOf(envelope.value);
  const required = requiredIn(envelope);
  const status = below(envelope, 'properties', 'status');
  const shared = ['output', 'usage'].flatMap((name) => {
    const [here, there] = [envelope, first].map((one) => below(one, 'properties', name));
    return [
      ...(here === undefined ? [`it has no \`${name}\``] : []),
      ...(here && !isDeepStrictEqual(here.value, there?.value)
        ? [`\`${name}\` is not that of other responses`]
        : []),
      ...(required.includes(name) ? [`\`${name}\` is required`] : []),
    ];
  });
  return [
    ...(type === 'object' ? [] : ['its type is not object']),
    ...(required.includes('status') ? [] : ['`status` is not required']),
    ...shared,
    ...Object.keys(fieldsOf(properties))
      .filter((name) => !fields.includes(name))
      .map((name) => `\`${name}\` is not one of its fields`),
    ...combinations
      .filter((word) => [envelope, status].some((one) => word in fieldsOf(one?.value)))
      .map((word) => `it is not flat but uses \`${word}\``),
    ...Object.entries(types).flatMap(([name, wanted]) => {
      const part = below(status, 'properties', name);
      if (part === undefined || !requiredIn(status).includes(name))
        return `\`status.${name}\` is not required`;
      return fieldsOf(part.value).type === wanted ? [] : `\`status.${name}\` is not of type ${wanted}`;
    }),
  ];
}

function errorsOfReasons({ status, place, json }: ResponsePlaces): string[] {
  if (status.startsWith('2')) return [];
  const shown = [...children(below(json, 'examples')).values()].map((example) =>
    fieldsOf(below(example, 'value', 'status')?.value),
  );
  const wrong = shown.filter(({ code }) => status !== 'default' && String(code) !== status);
  const isListed = isDeepStrictEqual(
    fieldsOf(place.value)['x-extensible-enum'],
    shown.map(({ reason }) => reason),
  );
  return [
    ...wrong.map(({ code }) => `an example has the code ${code} in the response ${status}`),
    ...(isListed
      ? []
      : ['its `x-extensible-enum` does not list the reasons of its examples, in their order']),
  ];
}

/**
 * No schema of a response limits which fields an object has, or how many. Clients ignore fields that they do not know, so a
 * later version, or another server, may send more. Request bodies are closed; responses are not.
 */
export const responsesAreOpen: Rule = ({ operations }) =>
  operations
    .flatMap(({ responses }) => responses.flatMap(({ json }) => below(json, 'schema') ?? []))
    .flatMap(everyObject)
    .flatMap((place) =>
      closing
        .filter((keyword) => Object.hasOwn(fieldsOf(place.value), keyword))
        .map((keyword) => ({ place, message: `\`${keyword}\` closes a response.` })),
    );

const closing = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties'],
];
