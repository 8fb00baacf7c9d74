import { fieldsOf } from '../document/model/pointer.ts';
import { compareEncoding } from './compare-encoding.ts';
import { compareEach, compareFields } from './compare-fields.ts';
import { compareWithin } from './compare-schemas.ts';
import { compareStyle } from './compare-style.ts';
import { defaultOf, mayFillIn } from './default.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  finding,
  harmless,
  mustFollow,
  rate,
} from './finding.ts';
import { below, children, type Matched, type Pair, type Place } from './place.ts';
import type { Direction } from './rules.ts';

export function* compareContent(pair: Pair, direction: Direction): Generator<Difference> {
  yield* compareEach(pair, (place) => children(below(place, 'content')), {
    removed: (name) => [
      `media type ${name} removed`,
      direction === 'request'
        ? rate('request', 'media-type', 'tighter')
        : breaksBoth('response-media-type-tighter', 'clients expect it'),
    ],
    added: (name) => [
      `media type ${name} added`,
      direction === 'request'
        ? rate('request', 'media-type', 'looser')
        : mustFollow('response-media-type-looser', 'clients may accept it'),
    ],
    both: (media) => compareMedia(media, direction),
    keys: [withoutSpaces, withoutCharset],
  });
}

const withoutSpaces = (name: string) => name.toLowerCase().replaceAll(/\s/g, '');

// The charset says how the text is written as bytes, and JSON has only one. The boundary is new in each message.
const withoutCharset = (name: string) =>
  withoutSpaces(name).replaceAll(/;(?:charset|boundary)=(?:"[^"]*"|[^;]*)/g, '');

function* compareMedia(media: Matched, direction: Direction): Generator<Difference> {
  const { name, was } = media;
  if (withoutSpaces(was) !== withoutSpaces(name)) {
    const rating = harmless('media-type-parameters-changed', 'the type is the same');
    yield finding(media.after, `media type ${was} → ${name}`, rating);
  }

  yield* compareFields(media, ['schema', 'itemSchema', 'encoding']);
  for (const field of ['schema', 'itemSchema'])
    yield* compareWithin({ ...media, direction }, field);
  yield* compareEncoding({ ...media, direction });
}

export function* compareRequired(
  { before, after }: Pair,
  direction: Direction,
): Generator<Difference> {
  if (isRequired(before) === isRequired(after)) return;
  const preset = direction === 'request' ? defaultOf(below(after, 'schema')) : undefined;
  if (!isRequired(after))
    yield finding(after, 'became optional', rate(direction, 'required', 'looser'), 'required');
  else if (preset === undefined)
    yield finding(after, 'became required', rate(direction, 'required', 'tighter'), 'required');
  else
    yield finding(
      after,
      `became required, ${preset}`,
      breaksClients('request-required-with-default-tighter', mayFillIn),
      'required',
    );
}

export const isRequired = ({ value }: Place): boolean => fieldsOf(value).required === true;

/** The fields that `compareWritten` compares. */
export const written = ['required', 'schema', 'content', 'style', 'explode', 'allowReserved'];

/** What parameters and headers have in common: whether they are required, their values, and how these are written. */
export function* compareWritten(pair: Pair, direction: Direction): Generator<Difference> {
  yield* compareRequired(pair, direction);
  yield* compareWithin({ ...pair, direction }, 'schema');
  yield* compareContent(pair, direction);
  const { in: where } = fieldsOf(pair.after.value);
  yield* compareStyle(pair, where === 'query' || where === 'cookie' ? 'form' : 'simple');
}
