import { operationsIn } from '../../conformance/engine/diff/compare-operations.ts';
import { below, children, type Place, rootOf } from '../../conformance/engine/diff/place.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../../conformance/engine/document/model/pointer.ts';

/** The bundled contract as the rules read it. Every reference is followed. */
export interface Contract {
  readonly root: Place;
  readonly operations: readonly OperationPlaces[];
  /** The text of `docs/explanation/decisions.md`. */
  readonly decisions: string;
}

interface OperationPlaces {
  /** Method and path, such as `POST /v1/auth/login`. */
  readonly name: string;
  readonly place: Place;
  /** Those of the path, then those of the operation. */
  readonly parameters: readonly Place[];
  readonly body: Place | undefined;
  readonly responses: readonly ResponsePlaces[];
}

export interface ResponsePlaces {
  readonly status: string;
  readonly place: Place;
  readonly json: Place | undefined;
  /** The schemas of the content: those under `anyOf`, or the only one. */
  readonly envelopes: readonly Place[];
}

export interface Finding {
  readonly place: Place;
  readonly message: string;
}

/** Says where a contract does not follow it. It may find the same thing several times. */
export type Rule = (contract: Contract) => readonly Finding[];

export function readPlaces(document: JsonObject, decisions: string): Contract {
  const root = rootOf(document);
  const operations = [...operationsIn(document)].map(([name, place]): OperationPlaces => {
    const owners = [below(root, 'paths', name.replace(/^\S+ /, '')), place];
    const responses = [...children(below(place, 'responses'))];
    return {
      name,
      place,
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

function envelopesOf(schema: Place | undefined): Place[] {
  if (schema === undefined) return [];
  const { anyOf, ...others } = fieldsOf(schema.value);
  const isChoice = Array.isArray(anyOf) && Object.keys(others).every((name) => name === 'description');
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
