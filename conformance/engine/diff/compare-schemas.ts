import { fieldsOf } from '../document/model/pointer.ts';
import { compareChoices, compareDiscriminator, compareOneOfThem } from './compare-choices.ts';
import { compareEach, compareFields, placeIn } from './compare-fields.ts';
import { compareKeywords } from './compare-keywords.ts';
import { defaultOf, mayFillIn } from './default.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  type Finding,
  finding,
  harmless,
  mustFollow,
  type Rating,
  rate,
  type SchemaPair,
} from './finding.ts';
import { choiceKeywords, simpleKeywords } from './keywords.ts';
import { below, children, type Pair, type Place } from './place.ts';
import type { Direction } from './rules.ts';
import { schemaForm } from './schema-form.ts';

const structural = [
  ...[
    'properties',
    'required',
    'additionalProperties',
    'items',
    'discriminator',
    'readOnly',
    'writeOnly',
  ],
  ...choiceKeywords,
];
const handled = new Set([...structural, ...simpleKeywords]);

/** Follows references, so how a schema is divided into components makes no difference. */
export function* compareSchemas({ before, after, direction }: SchemaPair): Generator<Difference> {
  const pair: SchemaPair = { before: schemaForm(before), after: schemaForm(after), direction };
  const [never, nothing] = [before.value === false, after.value === false];
  const change = nothing ? 'no value allowed' : 'values allowed';
  if (never !== nothing)
    yield finding(after, change, rate(direction, 'schema', nothing ? 'tighter' : 'looser'));
  if (never || nothing) return;
  const choice = compareOneOfThem(pair);
  if (choice !== undefined) return yield* choice;
  yield* compareFields(pair, handled);
  yield* compareKeywords(pair);
  yield* compareProperties(pair);
  for (const name of ['additionalProperties', 'items']) yield* compareWithin(pair, name);
  for (const name of choiceKeywords) yield* compareChoices(pair, name);
  yield* compareDiscriminator(pair);
}

/** A subschema; where there is none, anything is allowed. */
export function* compareWithin(
  { before, after, direction }: SchemaPair,
  name: string,
): Generator<Difference> {
  if (below(before, name) === undefined && below(after, name) === undefined) return;
  const within = (place: Place): Place =>
    below(place, name) ?? {
      document: place.document,
      pointer: `${place.pointer}/${name}`,
      value: true,
    };
  const [was, is] = [within(before), within(after)];
  if (name === 'additionalProperties' && (was.value === false) !== (is.value === false)) {
    const change =
      is.value === false ? 'unknown fields no longer allowed' : 'unknown fields allowed';
    const effect = is.value === false ? 'tighter' : 'looser';
    yield finding(after, change, rate(direction, name, effect), name);
  } else yield { before: was, after: used(after, { before: was, after: is }, name), direction };
}

/** Where a schema is used, if it is now another component: the change is not one of the component. */
function used(parent: Place, { before, after }: Pair, ...steps: readonly string[]): Place {
  return before.pointer === after.pointer ? after : placeIn(parent, after, ...steps);
}

function* compareProperties({ before, after, direction }: SchemaPair): Generator<Difference> {
  const [was, is] = [objectOf(before, direction), objectOf(after, direction)];
  const missed =
    direction === 'request' ? 'requests with it fail or have no effect' : 'clients miss it';
  yield* compareEach({ before, after }, (place) => (place === before ? was : is).fields, {
    field: 'properties',
    removed: () => ['field removed', breaksClients(`${direction}-field-removed`, missed)],
    added: (name, field) =>
      is.required.has(name)
        ? requiredField(direction, defaultOf(field))
        : ['optional field added', optionalField(direction)],
    both: (fields) => [
      { before: fields.before, after: used(after, fields, 'properties', fields.name), direction },
    ],
  });
  for (const name of is.required) {
    if (!was.required.has(name) && (was.fields.has(name) || !is.fields.has(name)))
      yield becameRequired(after, name, direction, is.fields.get(name));
  }
  for (const name of was.required) {
    if (!is.required.has(name) && (is.fields.has(name) || !was.fields.has(name)))
      yield finding(
        after,
        `${name} became optional`,
        rate(direction, 'required', 'looser'),
        'required',
      );
  }
}

// OpenAPI lets a server reject a request without a required field, whatever its default is. Many fill it in instead.
function requiredField(direction: Direction, preset: string | undefined): [string, Rating] {
  if (direction === 'response')
    return [
      'required field added',
      mustFollow('response-required-field-added', 'servers must send it'),
    ];
  if (preset === undefined)
    return [
      'required field added',
      breaksBoth('request-required-field-added', 'requests without it fail'),
    ];
  return [
    `required field added, ${preset}`,
    breaksBoth('request-required-field-with-default-added', mayFillIn),
  ];
}

function optionalField(direction: Direction): Rating {
  return direction === 'request'
    ? mustFollow('request-optional-field-added', 'servers must accept it')
    : harmless('response-optional-field-added', 'clients ignore unknown fields');
}

function becameRequired(
  schema: Place,
  name: string,
  direction: Direction,
  field: Place | undefined,
): Finding {
  const preset = direction === 'request' ? defaultOf(field) : undefined;
  if (preset === undefined)
    return finding(
      schema,
      `${name} became required`,
      rate(direction, 'required', 'tighter'),
      'required',
    );
  return finding(
    schema,
    `${name} became required, ${preset}`,
    breaksClients('request-required-with-default-tighter', mayFillIn),
    'required',
  );
}

/** The fields of a schema. A `readOnly` field has no place in a request, and a `writeOnly` field none in a response. */
function objectOf(place: Place, direction: Direction) {
  const { required } = fieldsOf(place.value);
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const all = [...children(below(place, 'properties'))];
  const isHidden = ([, field]: (typeof all)[number]) =>
    fieldsOf(schemaForm(field).value)[hidden] === true;
  const left = new Set(all.filter(isHidden).map(([name]) => name));
  const names = Array.isArray(required) ? required.map(String) : [];
  return {
    fields: new Map(all.filter(([name]) => !left.has(name))),
    required: new Set(names.filter((name) => !left.has(name))),
  };
}
