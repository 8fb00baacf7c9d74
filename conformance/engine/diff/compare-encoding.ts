import { fieldsOf } from '../document/model/pointer.ts';
import { compareFields } from './compare-fields.ts';
import { compareStyle, styleFields } from './compare-style.ts';
import { type Difference, finding, rate, type SchemaPair } from './finding.ts';
import { below, children, type Place } from './place.ts';
import { schemaForm } from './schema-form.ts';

/**
 * How the fields of a form or a multipart body are written. Only fields that both documents have are compared: a new one has a finding
 * of its own. A field without an encoding has the default one.
 */
export function* compareEncoding({ before, after, direction }: SchemaPair): Generator<Difference> {
  const [were, are] = [fieldsIn(before), fieldsIn(after)];
  const [was, is] = [below(before, 'encoding'), below(after, 'encoding')];
  const names = new Set([was, is].flatMap((place) => [...children(place).keys()]));

  for (const name of names) {
    const [earlier, later] = [were.get(name), are.get(name)];
    if (earlier === undefined || later === undefined) continue;
    const pair = {
      before: below(was, name) ?? { ...before, value: {} },
      after: below(is, name) ?? { ...after, value: {} },
      direction,
    };
    yield* compareFields(pair, ['contentType', ...styleFields]);
    yield* compareTypes(pair, [earlier, later]);
    yield* compareStyle(pair, 'form');
  }
}

const fieldsIn = (media: Place): ReadonlyMap<string, Place> => {
  const schema = below(media, 'schema');
  return children(schema && below(schemaForm(schema), 'properties'));
};

function* compareTypes(
  { before, after, direction }: SchemaPair,
  [earlier, later]: readonly [Place, Place],
): Generator<Difference> {
  const [were, are] = [typesOf(before, earlier), typesOf(after, later)];
  const hasMore = are.some((type) => !were.includes(type));
  const hasFewer = were.some((type) => !are.includes(type));
  if (!hasMore && !hasFewer) return;
  const effect = hasMore && hasFewer ? 'changed' : hasMore ? 'looser' : 'tighter';
  const change = `contentType ${were.join(' or ')} → ${are.join(' or ')}`;
  const place = 'contentType' in fieldsOf(after.value) ? after : before;
  yield finding(place, change, rate(direction, 'encoding', effect), 'contentType');
}

function typesOf(encoding: Place, field: Place): readonly string[] {
  const { contentType } = fieldsOf(encoding.value);
  if (typeof contentType !== 'string') return [defaultType(field)];
  return contentType.split(',').map((type) => type.trim().toLowerCase());
}

/** The table of the Encoding Object in the specification. */
function defaultType(field: Place): string {
  const form = schemaForm(field);
  const { type, format, contentEncoding, contentMediaType } = fieldsOf(form.value);
  const [name] = [type].flat().filter((one) => one !== 'null');
  if (name === 'array') {
    const items = below(form, 'items');
    return items === undefined ? 'application/octet-stream' : defaultType(items);
  }
  if (name === 'object') return 'application/json';
  const isBinary = name === undefined || format === 'binary' || contentEncoding !== undefined;
  if (isBinary) return String(contentMediaType ?? 'application/octet-stream').toLowerCase();
  return 'text/plain';
}
