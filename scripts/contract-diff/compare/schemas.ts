import {
  breaksBoth,
  breaksClients,
  type Direction,
  type Finding,
  finding,
  harmless,
  mustFollow,
  type Rating,
  rate,
} from '../finding.ts';
import { below, type ContractNode, children, fieldsOf, type Pair, pairUp } from '../tree.ts';
import { compareCommon, compareEach } from './common.ts';
import { compareKeywords, simpleKeywords } from './schema-keywords.ts';

const structural = ['properties', 'required', 'additionalProperties', 'items'];

/**
 * Compares two schemas of requests or of responses, with all below them. References are followed, so how a schema is divided
 * into components makes no difference.
 *
 * @param seen pairs on the way here, because a schema may contain itself
 */
function* compareSchemas(
  pair: Pair,
  direction: Direction,
  seen: ReadonlySet<string> = new Set(),
): Generator<Finding> {
  const key = `${pair.before.pointer} ${pair.after.pointer}`;
  if (seen.has(key)) return;
  const onTheWay = new Set([...seen, key]);
  const [never, nothing] = [pair.before.value === false, pair.after.value === false];
  if (never !== nothing)
    yield finding(
      pair.after,
      nothing ? 'no value allowed' : 'values allowed',
      rate(direction, nothing ? 'tighter' : 'looser'),
    );
  if (never || nothing) return;

  const deeper = (inner: Pair) => compareSchemas(inner, direction, onTheWay);
  yield* compareCommon(pair, [...structural, ...simpleKeywords]);
  yield* compareKeywords(pair, direction);
  yield* compareFields(pair, direction, deeper);
  for (const name of ['additionalProperties', 'items']) yield* compareWithin(pair, name, direction, deeper);
}

type Deeper = (inner: Pair) => Generator<Finding>;

/** A subschema; where there is none, anything is allowed. */
function* compareWithin(
  { before, after }: Pair,
  name: string,
  direction: Direction,
  deeper: Deeper,
): Generator<Finding> {
  if (below(before, name) === undefined && below(after, name) === undefined) return;
  const anything = (place: ContractNode): ContractNode => ({
    ...place,
    pointer: `${place.pointer}/${name}`,
    value: true,
  });
  const [was, is] = [below(before, name) ?? anything(before), below(after, name) ?? anything(after)];
  if (name === 'additionalProperties' && (was.value === false) !== (is.value === false)) {
    const change = is.value === false ? 'unknown fields no longer allowed' : 'unknown fields allowed';
    yield finding(after, change, rate(direction, is.value === false ? 'tighter' : 'looser'), name);
  } else yield* deeper({ before: was, after: is });
}

function* compareFields({ before, after }: Pair, direction: Direction, deeper: Deeper): Generator<Finding> {
  const [was, is] = [objectOf(before), objectOf(after)];
  const missed = direction === 'request' ? 'requests with it fail or have no effect' : 'clients miss it';
  for (const change of pairUp(was.fields, is.fields)) {
    const isRequired = is.required.has(change.name);
    if (change.after === undefined) yield finding(change.before, 'field removed', breaksClients(missed));
    else if (change.before === undefined) {
      const rating = addition(direction, isRequired);
      yield finding(change.after, `${isRequired ? 'required' : 'optional'} field added`, rating);
    } else yield* deeper(change);
  }
  for (const name of is.required) {
    if (!was.required.has(name) && (was.fields.has(name) || !is.fields.has(name)))
      yield finding(after, `${name} became required`, rate(direction, 'tighter'), 'required');
  }
  for (const name of was.required) {
    if (!is.required.has(name) && (is.fields.has(name) || !was.fields.has(name)))
      yield finding(after, `${name} became optional`, rate(direction, 'looser'), 'required');
  }
}

function addition(direction: Direction, isRequired: boolean): Rating {
  if (direction === 'request')
    return isRequired ? breaksBoth('requests without it fail') : mustFollow('servers must accept it');
  return isRequired ? mustFollow('servers must send it') : harmless('clients ignore unknown fields');
}

function objectOf(place: ContractNode) {
  const { required } = fieldsOf(place.value);
  return {
    fields: children(below(place, 'properties')),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
  };
}

/** The media types of a body or a response. */
export function* compareContent(pair: Pair, direction: Direction): Generator<Finding> {
  yield* compareEach(pair, (place) => children(below(place, 'content')), {
    removed: (name) => [
      `media type ${name} removed`,
      direction === 'request' ? rate('request', 'tighter') : breaksBoth('clients expect it'),
    ],
    added: (name) => [`media type ${name} added`, rate(direction, 'looser')],
    *both(media) {
      yield* compareCommon(media, ['schema']);
      yield* compareSchemaOf(media, direction);
    },
    keyOf: (name) => name.toLowerCase(),
  });
}

/** The schema of a media type, a parameter or a header. Where there is none, anything is allowed. */
export function* compareSchemaOf({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const schema = (place: ContractNode): ContractNode =>
    below(place, 'schema') ?? { ...place, pointer: `${place.pointer}/schema`, value: true };
  yield* compareSchemas({ before: schema(before), after: schema(after) }, direction);
}

/** `required` of a body, a parameter or a header. */
export function* compareRequired({ before, after }: Pair, direction: Direction): Generator<Finding> {
  if (isRequired(before) === isRequired(after)) return;
  const [change, effect] = isRequired(after)
    ? (['required', 'tighter'] as const)
    : (['optional', 'looser'] as const);
  yield finding(after, `became ${change}`, rate(direction, effect), 'required');
}

export const isRequired = ({ value }: ContractNode): boolean => fieldsOf(value).required === true;
