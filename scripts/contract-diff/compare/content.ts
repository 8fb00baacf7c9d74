import { type Finding, finding } from '../finding.ts';
import { type Pair, pairUp } from '../pairs.ts';
import { breaksBoth, type Direction, rate } from '../rating.ts';
import { below, children, type Place } from '../tree.ts';
import { compareCommon } from './common.ts';
import { compareSchemas } from './schemas.ts';

/** The media types of a body or a response. */
export function* compareContent({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const content = (place: Place) => children(below(place, 'content'));
  for (const media of pairUp(content(before), content(after), (name) => name.toLowerCase())) {
    const { name } = media;
    if (media.after === undefined) {
      const rating = direction === 'request' ? rate('request', 'tighter') : breaksBoth('clients expect it');
      yield finding(media.before, undefined, `media type ${name} removed`, rating);
    } else if (media.before === undefined)
      yield finding(media.after, undefined, `media type ${name} added`, rate(direction, 'looser'));
    else {
      yield* compareCommon(media, ['schema']);
      yield* compareSchemaOf(media, direction);
    }
  }
}

/** What a parameter or a header may be: it has either a schema or one media type. */
export function* compareValueOf({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const hasSchema = (place: Place) => below(place, 'schema') !== undefined;
  if (hasSchema(before) !== hasSchema(after))
    yield finding(after, undefined, 'written in another way', rate(direction, 'other'));
  else {
    yield* compareSchemaOf({ before, after }, direction);
    yield* compareContent({ before, after }, direction);
  }
}

/** The schema of a media type, a parameter or a header. Where there is none, anything is allowed. */
function* compareSchemaOf({ before, after }: Pair, direction: Direction): Generator<Finding> {
  const schema = (place: Place): Place =>
    below(place, 'schema') ?? { ...place, pointer: `${place.pointer}/schema`, value: true };
  yield* compareSchemas({ before: schema(before), after: schema(after) }, direction);
}
