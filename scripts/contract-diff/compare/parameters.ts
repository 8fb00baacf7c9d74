import { type Finding, finding } from '../finding.ts';
import { type Change, type Pair, pairUp } from '../pairs.ts';
import { breaksBoth, breaksClients, mustFollow, rate } from '../rating.ts';
import { below, children, fieldsOf, type Place } from '../tree.ts';
import { compareCommon } from './common.ts';
import { compareValueOf } from './content.ts';

/** By what identifies a parameter in both contracts: its name and where it is, or for one of the path its position. */
export type Parameters = ReadonlyMap<string, Place>;

export function* compareParameters(before: Parameters, after: Parameters): Generator<Finding> {
  const changes = pairUp(before, after);
  const removed = changes.filter((change) => change.after === undefined);
  for (const change of changes) {
    if (change.before !== undefined && change.after !== undefined) yield* compareParameter(change);
    else if (change.before === undefined) yield added(change.after, removed);
    else if (!changes.some((other) => other.before === undefined && hasMoved(change.before, other.after)))
      yield finding(
        change.before,
        undefined,
        'parameter removed',
        breaksClients('it has no effect any more'),
      );
  }
}

function* compareParameter({ before, after }: Pair): Generator<Finding> {
  yield* compareCommon({ before, after }, ['name', 'in', 'required', 'schema', 'content']);
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  if (is.in === 'path' && was.name !== is.name)
    yield finding(
      after,
      'name',
      `name ${was.name} → ${is.name}`,
      breaksClients('generated clients name an argument after it'),
    );
  if ((was.required === true) !== (is.required === true)) {
    const isRequired = is.required === true;
    const change = isRequired ? 'became required' : 'became optional';
    yield finding(after, 'required', change, rate('request', isRequired ? 'tighter' : 'looser'));
  }
  yield* compareValueOf({ before, after }, 'request');
}

function added(place: Place, removed: readonly Change[]): Finding {
  const { required, in: where } = fieldsOf(place.value);
  const from = removed.find(({ before }) => before !== undefined && hasMoved(before, place))?.before;
  if (from !== undefined)
    return finding(
      place,
      'in',
      `moved from ${fieldsOf(from.value).in} to ${where}`,
      breaksBoth('where it was, it has no effect'),
    );
  const rating =
    required === true ? breaksBoth('requests without it fail') : mustFollow('servers must accept it');
  return finding(place, undefined, `${required === true ? 'required' : 'optional'} parameter added`, rating);
}

const hasMoved = (before: Place, after: Place): boolean =>
  fieldsOf(before.value).name === fieldsOf(after.value).name;

/** The parameters of an operation, with those of its path that it does not replace. */
export function inOrder(path: Place | undefined, operation: Place): Parameters {
  // The name of a path is in its pointer, and path parameters count by their position there.
  const template: readonly string[] = path?.pointer.match(/\{[^}]*\}/g) ?? [];
  const places = [path, operation].flatMap((place) => [...children(below(place, 'parameters')).values()]);
  return new Map(
    places.map((place) => {
      const { name, in: where } = fieldsOf(place.value);
      if (where === 'path') return [`path ${template.indexOf(`{${name}}`)}`, place];
      return [`${where} ${where === 'header' ? String(name).toLowerCase() : name}`, place];
    }),
  );
}
