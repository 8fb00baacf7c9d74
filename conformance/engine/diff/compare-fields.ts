import { fieldsOf, pointer } from '../document/model/pointer.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  editorial,
  type FieldChange,
  type Finding,
  finding,
  harmless,
  type Rating,
} from './finding.ts';
import {
  below,
  children,
  isSame,
  type Key,
  type Matched,
  type Pair,
  type Place,
  pairUp,
} from './place.ts';

const texts = new Set(
  (
    'title summary description example examples externalDocs $comment contact license termsOfService $schema $defs ' +
    'definitions $id $anchor'
  ).split(' '),
);

/**
 * What is rated in the same way wherever it is: texts, `deprecated` and extensions. A field that has no rule at all counts as breaking
 * for both, so that none is overlooked.
 *
 * @param handled the fields that the caller compares
 */
export function* compareFields(
  { before, after }: Pair,
  handled: Iterable<string>,
): Generator<Difference> {
  const others = handled instanceof Set ? handled : new Set(handled);
  const names = new Set([before, after].flatMap(({ value }) => Object.keys(fieldsOf(value))));
  for (const field of names) {
    if (others.has(field) || isSame({ before, after }, field)) continue;
    const change = { before, after, field };
    if (field === 'deprecated' && isDeprecated(before) === isDeprecated(after)) continue;
    if (field === 'deprecated' || field.startsWith('x-')) yield change;
    else {
      const rating = texts.has(field)
        ? editorial('text-changed')
        : breaksBoth('field-changed', 'no rule rates it');
      yield fieldChanged(change, rating);
    }
  }
}

/** `false` is the default (OpenAPI 3.1.1, 4.8.10.1). */
const isDeprecated = ({ value }: Place) => fieldsOf(value).deprecated === true;

/** A field that was added, removed or changed; into the earlier document if it was removed. */
export function fieldChanged(
  { before, after, field }: FieldChange,
  rating: Rating,
  change?: string,
): Finding {
  const [was, is] = [before, after].map(({ value }) => fieldsOf(value)[field]);
  const how = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
  return finding(is === undefined ? before : after, change ?? `${field} ${how}`, rating, field);
}

export interface Each {
  /** What to report of an element that only the earlier document has, by its name. */
  removed(name: string, place: Place): readonly [change: string, rating: Rating];
  /** The same of one that only the later document has. */
  added(name: string, place: Place): readonly [change: string, rating: Rating];
  both(pair: Matched): Iterable<Difference>;
  /** What else identifies an element, if the other document has none of its name. */
  readonly keys?: readonly Key[];
  /** The field that names the elements, where a finding then is. @default where they are: what they refer to */
  readonly field?: string;
}

/** Compares elements that have names: those that were added or removed, and those that both documents have. */
export function* compareEach(
  { before, after }: Pair,
  elements: (place: Place) => ReadonlyMap<string, Place>,
  { removed, added, both, keys = [], field }: Each,
): Generator<Difference> {
  for (const change of pairUp(elements(before), elements(after), ...keys)) {
    const { name } = change;
    const named = (parent: Place, place: Place) =>
      field === undefined ? place : placeIn(parent, place, field, name);
    if (change.after === undefined)
      yield finding(named(before, change.before), ...removed(name, change.before));
    else if (change.before === undefined)
      yield finding(named(after, change.after), ...added(name, change.after));
    else yield* both(change);
  }
}

/** The servers of a document, a path or an operation. Clients that were generated with another address send secrets to it. */
export function* compareServers(pair: Pair): Generator<Difference> {
  // A document without servers has this one (OpenAPI 3.1.1, 4.8.1).
  const isDefault = (place: Place) => [...serversOf(place).keys()].every((url) => url === '/');
  if (isDefault(pair.before) && isDefault(pair.after)) return;
  yield* compareEach(pair, serversOf, {
    removed: (name) => [
      `server ${name} removed`,
      breaksClients('server-removed', 'clients use its address'),
    ],
    added: (name) => [
      `server ${name} added`,
      harmless('server-added', 'clients may use its address'),
    ],
    *both(servers) {
      yield* compareFields(servers, ['url', 'name', 'variables']);
      const variables = { ...servers, field: 'variables' };
      if (!isSame(servers, 'variables'))
        yield fieldChanged(
          variables,
          breaksClients('server-variables-changed', 'clients use its default'),
          'variables changed',
        );
    },
  });
}

function serversOf(place: Place): ReadonlyMap<string, Place> {
  const servers = [...children(below(place, 'servers')).values()];
  return new Map(servers.map((server) => [String(fieldsOf(server.value).url), server]));
}

/** A place where its parent names it, because what it refers to may be shared. */
export function placeIn(parent: Place, place: Place, ...steps: readonly string[]): Place {
  return { ...place, pointer: parent.pointer + pointer(...steps) };
}
