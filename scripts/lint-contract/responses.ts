import { isDeepStrictEqual } from 'node:util';
import { below, children, fieldsOf } from '../../conformance/engine/index.ts';
import { everyObject, type ResponsePlaces, type Rule } from './contract.ts';

/**
 * A response of a failure lists its reasons in `x-extensible-enum`, where types, docs, the mock and the checks read them, and has an
 * example of each, whose code is the HTTP status. An `enum` in the schema would make each new reason a breaking change.
 */
export const failuresListTheirReasons: Rule = ({ operations }) =>
  operations
    .flatMap(({ responses }) => responses)
    .flatMap((response) =>
      errorsOfReasons(response).map((error) => ({
        place: response.place,
        message: `The reasons of a failure are wrong: ${error}.`,
      })),
    );

function errorsOfReasons({ status, place, json }: ResponsePlaces): string[] {
  if (status.startsWith('2')) return [];
  const shown = [...children(below(json, 'examples')).values()].map((example) =>
    fieldsOf(below(example, 'value', 'status')?.value),
  );
  const wrong = shown.filter(({ code }) => status !== 'default' && String(code) !== status);
  const reasons = shown.map(({ reason }) => reason);
  const isListed = isDeepStrictEqual(fieldsOf(place.value)['x-extensible-enum'], reasons);
  return [
    ...wrong.map(({ code }) => `an example has the code ${code} in the response ${status}`),
    ...(isListed
      ? []
      : ['its `x-extensible-enum` does not list the reasons of its examples, in their order']),
  ];
}

/** Clients ignore unknown fields, so a later version may send more. Request bodies are closed. */
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
