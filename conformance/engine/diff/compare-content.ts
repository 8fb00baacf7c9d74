import { fieldsOf } from '../document/model/pointer.ts';
import { compareEach, compareFields, fieldChanged } from './compare-fields.ts';
import { compareWithin } from './compare-schemas.ts';
import {
  breaksBoth,
  type Difference,
  type Direction,
  finding,
  mustFollow,
  rate,
} from './finding.ts';
import { below, children, type Pair, type Place } from './place.ts';

export function* compareContent(pair: Pair, direction: Direction): Generator<Difference> {
  yield* compareEach(pair, (place) => children(below(place, 'content')), {
    removed: (name) => [
      `media type ${name} removed`,
      direction === 'request' ? rate('request', 'tighter') : breaksBoth('clients expect it'),
    ],
    added: (name) => [
      `media type ${name} added`,
      direction === 'request' ? rate('request', 'looser') : mustFollow('clients may accept it'),
    ],
    *both(media) {
      yield* compareFields(media, ['schema', 'itemSchema']);
      for (const name of ['schema', 'itemSchema'])
        yield* compareWithin({ ...media, direction }, name);
    },
    keyOf: (name) => name.toLowerCase().replaceAll(' ', ''),
  });
}

export function* compareRequired(
  { before, after }: Pair,
  direction: Direction,
): Generator<Difference> {
  if (isRequired(before) === isRequired(after)) return;
  const [change, effect] = isRequired(after)
    ? (['required', 'tighter'] as const)
    : (['optional', 'looser'] as const);
  yield finding(after, `became ${change}`, rate(direction, effect), 'required');
}

export const isRequired = ({ value }: Place): boolean => fieldsOf(value).required === true;

/** The fields that `compareWritten` compares. */
export const written = ['required', 'schema', 'content', 'style', 'explode', 'allowReserved'];

/** What parameters and headers have in common: whether they are required, their values, and how these are written. */
export function* compareWritten(pair: Pair, direction: Direction): Generator<Difference> {
  yield* compareRequired(pair, direction);
  yield* compareWithin({ ...pair, direction }, 'schema');
  yield* compareContent(pair, direction);
  const [was, is] = [styleOf(pair.before), styleOf(pair.after)];
  const field = (['style', 'explode', 'allowReserved'] as const).find(
    (name) => was[name] !== is[name],
  );
  if (field !== undefined)
    yield fieldChanged({ ...pair, field }, breaksBoth('it is written in another way'));
}

function styleOf({ value }: Place) {
  const { in: where, ...fields } = fieldsOf(value);
  const style = fields.style ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple');
  return {
    style,
    explode: fields.explode ?? style === 'form',
    allowReserved: fields.allowReserved ?? false,
  };
}
