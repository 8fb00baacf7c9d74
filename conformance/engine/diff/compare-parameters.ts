import { fieldsOf } from '../document/model/pointer.ts';
import { compareWritten, isRequired, written } from './compare-content.ts';
import { compareFields, fieldChanged, placeIn } from './compare-fields.ts';
import { defaultOf, mayFillIn } from './default.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  type Finding,
  finding,
  harmless,
  mustFollow,
  rate,
} from './finding.ts';
import { below, type Change, children, type Pair, type Place, pairUp } from './place.ts';

/** @param path the path of the operation in each document, which may name its parameters differently */
export function* compareParameters(operation: Pair, path: Pair): Generator<Difference> {
  const { before, after } = operation;
  const changes = pairUp(inOrder(path.before, before), inOrder(path.after, after), insensitive);
  const removed = changes.filter((change) => change.after === undefined);
  for (const change of changes) {
    if (change.before !== undefined && change.after !== undefined) yield* compareParameter(change);
    else if (change.before === undefined)
      yield added(listed(operation.after, change.after), removed);
    else if (
      !changes.some((other) => other.before === undefined && hasMoved(change.before, other.after))
    )
      yield finding(
        listed(operation.before, change.before),
        'parameter removed',
        breaksClients('parameter-removed', 'it has no effect any more'),
      );
  }
}

/** A parameter where the operation lists it, because what it refers to may be shared. */
function listed(operation: Place, parameter: Place): Place {
  const at = [...children(below(operation, 'parameters')).values()].findIndex(
    ({ value }) => value === parameter.value,
  );
  return at < 0 ? parameter : placeIn(operation, parameter, 'parameters', String(at));
}

function* compareParameter(pair: Pair): Generator<Difference> {
  const [was, is] = [fieldsOf(pair.before.value), fieldsOf(pair.after.value)];
  yield* compareFields(pair, ['name', 'in', 'allowEmptyValue', ...written]);
  const rating = harmless('path-parameter-renamed', 'only its position counts in a path');
  if (is.in === 'path' && was.name !== is.name)
    yield finding(pair.after, `name ${was.name} → ${is.name}`, rating, 'name');
  if ((was.allowEmptyValue === true) !== (is.allowEmptyValue === true))
    yield fieldChanged(
      { ...pair, field: 'allowEmptyValue' },
      rate('request', 'allowEmptyValue', is.allowEmptyValue === true ? 'looser' : 'tighter'),
    );
  yield* compareWritten(pair, 'request');
}

function added(place: Place, removed: readonly Change[]): Finding {
  const { in: where } = fieldsOf(place.value);
  const from = removed.find(
    ({ before }) => before !== undefined && hasMoved(before, place),
  )?.before;
  if (from !== undefined) {
    const change = `moved from ${fieldsOf(from.value).in} to ${where}`;
    return finding(
      place,
      change,
      breaksBoth('parameter-moved', 'where it was, it has no effect'),
      'in',
    );
  }
  if (!isRequired(place)) {
    const rating = mustFollow('optional-parameter-added', 'servers must accept it');
    return finding(place, 'optional parameter added', rating);
  }
  const preset = defaultOf(below(place, 'schema'));
  return preset === undefined
    ? finding(
        place,
        'required parameter added',
        breaksBoth('required-parameter-added', 'requests without it fail'),
      )
    : finding(
        place,
        `required parameter added, ${preset}`,
        breaksBoth('required-parameter-with-default-added', mayFillIn),
      );
}

const hasMoved = (before: Place, after: Place): boolean =>
  fieldsOf(before.value).name === fieldsOf(after.value).name;

// Only headers have names without case.
const insensitive = (key: string) => (key.startsWith('header ') ? key.toLowerCase() : key);

/** The parameters of an operation, with those of its path that it does not replace, by what both documents have in common. */
function inOrder(path: Place, operation: Place): ReadonlyMap<string, Place> {
  // The name of a path is in its pointer, and path parameters count by their position there.
  const template: readonly string[] = path.pointer.match(/\{[^}]*\}/g) ?? [];
  const places = [path, operation].flatMap((place) => [
    ...children(below(place, 'parameters')).values(),
  ]);
  return new Map(
    places.map((place) => {
      const { name, in: where } = fieldsOf(place.value);
      const at = template.indexOf(`{${name}}`);
      return [`${where} ${where === 'path' && at >= 0 ? at : name}`, place];
    }),
  );
}
