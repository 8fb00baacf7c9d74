import {
  below,
  children,
  fieldsOf,
  isJsonObject,
  type JsonObject,
  operationsIn,
  type Place,
  rootOf,
} from '../../conformance/engine/index.ts';

type Contract = ReturnType<typeof readPlaces>;
export type ResponsePlaces = Contract['operations'][number]['responses'][number];

export interface Finding {
  readonly place: Place;
  readonly message: string;
}

/** Says where a contract does not follow it. It may find the same thing several times. */
export type Rule = (contract: Contract) => readonly Finding[];

/** The bundled contract as the rules read it. Every reference is followed. @param decisions the text of `docs/test/decisions.md` */
export function readPlaces(document: JsonObject, decisions: string) {
  const root = rootOf(document);
  const operations = [...operationsIn(document)].map(([name, place]) => {
    const owners = [below(root, 'paths', name.replace(/^\S+ /, '')), place];
    const responses = [...children(below(place, 'responses'))];
    return {
      /** Method and path, such as `POST /v1/auth/login`. */
      name,
      place,
      /** Those of the path, then those of the operation. */
      parameters: owners.flatMap((owner) => [...children(below(owner, 'parameters')).values()]),
      body: below(place, 'requestBody'),
      responses: responses.map(([status, response]) => {
        const json = jsonOf(response);
        return { status, place: response, json, envelopes: envelopesOf(below(json, 'schema')) };
      }),
    };
  });
  return { root, operations, decisions };
}

/** @param owner a response or a request body */
export const jsonOf = (owner: Place | undefined) => below(owner, 'content', 'application/json');

/** The schemas of the content: those under `anyOf`, or the only one. */
function envelopesOf(schema: Place | undefined): Place[] {
  if (schema === undefined) return [];
  const { anyOf, ...others } = fieldsOf(schema.value);
  const isChoice =
    Array.isArray(anyOf) && Object.keys(others).every((name) => name === 'description');
  return isChoice ? [...children(below(schema, 'anyOf')).values()] : [schema];
}

/** Every object at or below a place, each once. */
export function everyObject(start: Place): Place[] {
  const found = new Map<string, Place>();
  const waiting = [start];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place.pointer)) continue;
    found.set(place.pointer, place);
    waiting.push(...children(place).values());
  }
  return [...found.values()].filter(({ value }) => isJsonObject(value));
}
