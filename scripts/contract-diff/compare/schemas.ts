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
import { compareCommon } from './common.ts';
import { compareBranches } from './schema-branches.ts';
import { compareKeywords, simpleKeywords } from './schema-keywords.ts';

const structural = ['properties', 'required', 'additionalProperties', 'items', 'readOnly', 'writeOnly'];
const branching = ['allOf', 'anyOf', 'oneOf'];

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
  const { rest, findings } = compareBranches(pair, direction, deeper);
  yield* findings;
  yield* compareCommon(rest, [...structural, ...branching, ...simpleKeywords]);
  yield* compareKeywords(rest, direction);
  yield* compareFields(rest, direction, deeper);
  for (const name of ['additionalProperties', 'items']) yield* compareWithin(rest, name, direction, deeper);
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
  const [was, is] = [objectOf(before, direction), objectOf(after, direction)];
  for (const change of pairUp(was.fields, is.fields)) {
    const { name } = change;
    const isRequired = is.required.has(name);
    if (change.after === undefined)
      yield finding(change.before, 'field removed', removal(direction, is.isClosed));
    else if (change.before === undefined) {
      const rating = addition(direction, isRequired, was.isClosed);
      yield finding(change.after, `${isRequired ? 'required' : 'optional'} field added`, rating);
    } else {
      yield* deeper(change);
    }
  }
  const isNew = (name: string) => !was.fields.has(name) && is.fields.has(name);
  const isGone = (name: string) => was.fields.has(name) && !is.fields.has(name);
  for (const name of is.required) {
    if (!was.required.has(name) && !isNew(name))
      yield finding(after, `${name} became required`, rate(direction, 'tighter'), 'required');
  }
  for (const name of was.required) {
    if (!is.required.has(name) && !isGone(name))
      yield finding(after, `${name} became optional`, rate(direction, 'looser'), 'required');
  }
}

function addition(direction: Direction, isRequired: boolean, wasClosed: boolean): Rating {
  if (direction === 'request')
    return isRequired ? breaksBoth('requests without it fail') : mustFollow('servers must accept it');
  if (wasClosed) return isRequired ? breaksBoth('clients reject it') : breaksClients('clients reject it');
  return isRequired ? mustFollow('servers must send it') : harmless('clients ignore unknown fields');
}

function removal(direction: Direction, isClosed: boolean): Rating {
  if (direction === 'request')
    return breaksClients(isClosed ? 'requests with it fail' : 'requests with it have no effect');
  return isClosed ? breaksBoth('clients miss it') : breaksClients('clients miss it');
}

/** Fields that are only read are no part of a request, and those that are only written no part of a response. */
function objectOf(place: ContractNode, direction: Direction) {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const all = [...children(below(place, 'properties'))];
  const isHidden = ([, field]: (typeof all)[number]) => fieldsOf(field.value)[hidden] === true;
  const { required, additionalProperties } = fieldsOf(place.value);
  const names = new Set(Array.isArray(required) ? required.map(String) : []);
  for (const [name] of all.filter(isHidden)) names.delete(name);
  return {
    fields: new Map(all.filter((field) => !isHidden(field))),
    required: names,
    isClosed: additionalProperties === false,
  };
}

/** The media types of a body or a response. */
export function* compareContent({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const content = (place: ContractNode) => children(below(place, 'content'));
  for (const media of pairUp(content(before), content(after), (name) => name.toLowerCase())) {
    const { name } = media;
    if (media.after === undefined) {
      const rating = direction === 'request' ? rate('request', 'tighter') : breaksBoth('clients expect it');
      yield finding(media.before, `media type ${name} removed`, rating);
    } else if (media.before === undefined)
      yield finding(media.after, `media type ${name} added`, rate(direction, 'looser'));
    else {
      yield* compareCommon(media, ['schema']);
      yield* compareSchemaOf(media, direction);
    }
  }
}

/** What a parameter or a header may be: it has either a schema or one media type. */
export function* compareValueOf({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const hasSchema = (place: ContractNode) => below(place, 'schema') !== undefined;
  if (hasSchema(before) !== hasSchema(after))
    yield finding(after, 'written in another way', rate(direction, 'other'));
  else {
    yield* compareSchemaOf({ before, after }, direction);
    yield* compareContent({ before, after }, direction);
  }
}

/** The schema of a media type, a parameter or a header. Where there is none, anything is allowed. */
function* compareSchemaOf({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const schema = (place: ContractNode): ContractNode =>
    below(place, 'schema') ?? { ...place, pointer: `${place.pointer}/schema`, value: true };
  yield* compareSchemas({ before: schema(before), after: schema(after) }, direction);
}
