import { methods } from '../document/model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer } from '../document/model/pointer.ts';
import { compareContent, compareRequired, compareWritten, isRequired, written } from './compare-content.ts';
import {
  compareEach,
  compareFields,
  compareServers,
  type Each,
  fieldChanged,
  placeIn,
} from './compare-fields.ts';
import { compareResponses } from './compare-responses.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  type Direction,
  type Finding,
  finding,
  harmless,
  mustFollow,
  rate,
} from './finding.ts';
import { below, type Change, children, type Pair, type Place, pairUp, rootOf } from './place.ts';

/** Every path with its operations. A path is the same when only the names of its parameters differ. */
export function* comparePaths({ before, after }: Pair): Generator<Difference> {
  // A path may refer to another file, where its name is not.
  const paths = (root: Place) =>
    new Map(
      [...children(below(root, 'paths'))].map(([name, path]) => [
        name,
        { ...path, pointer: pointer('paths', name) },
      ]),
    );
  const [were, are] = [paths(before), paths(after)];
  for (const path of pairUp(were, are, (name) => name.replaceAll(/\{[^}]*\}/g, '{}'))) {
    if (path.before !== undefined && path.after !== undefined) {
      yield* compareFields(path, [...methods, 'additionalOperations', 'parameters', 'servers']);
      yield* compareServers(path);
    }
    const [was, is] = [operationsOf(path.before), operationsOf(path.after)];
    for (const operation of pairUp(was, is)) yield* compareOperation(operation, path);
  }
}

function* compareOperation(operation: Change, path: Change): Generator<Difference> {
  const { before, after } = operation;
  if (after === undefined)
    yield finding(before, 'operation removed', breaksClients('clients that call it fail'));
  else if (before === undefined) yield finding(after, 'operation added', mustFollow('servers must have it'));
  else {
    const pair = { before, after };
    const inside = ['parameters', 'requestBody', 'responses', 'callbacks', 'servers'];
    yield* compareFields(pair, ['operationId', 'tags', 'security', ...inside]);
    yield* compareServers(pair);
    yield* compareNames(pair);
    yield* compareSecurity(pair);
    yield* compareParameters(pair, inOrder(path.before, before), inOrder(path.after, after));
    yield* compareBody(pair);
    yield* compareResponses(pair);
    yield* compareSent(pair, 'callbacks');
  }
}

const sent: Pick<Each, 'removed' | 'added'> = {
  removed: () => ['no longer sent', breaksClients('clients wait for it')],
  added: () => ['sent', harmless('clients may receive it')],
};

/** @param field where the document or an operation has them: `webhooks` or `callbacks` */
export function compareSent(pair: Pair, field: 'webhooks' | 'callbacks'): Generator<Difference> {
  const operations = (item: Pair) =>
    compareEach(item, operationsOf, { ...sent, both: (both) => compareBody(both, 'response') });
  const expressions = (callback: Pair) => compareEach(callback, children, { ...sent, both: operations });
  return compareEach(pair, (place) => children(below(place, field)), {
    ...sent,
    both: field === 'webhooks' ? operations : expressions,
  });
}

/** Generated code takes its names from these. */
function* compareNames({ before, after }: Pair): Generator<Difference> {
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  if (was.operationId !== is.operationId) {
    const change = `operationId ${was.operationId ?? 'none'} → ${is.operationId ?? 'none'}`;
    const rating = was.operationId === undefined ? harmless : breaksClients;
    yield finding(after, change, rating('generated clients name methods after it'), 'operationId');
  }
  const [from, to] = [was.tags, is.tags].map((tags) => [tags ?? []].flat().join(', '));
  if (from !== to)
    yield finding(
      after,
      `tags ${from || 'none'} → ${to || 'none'}`,
      harmless('generated clients may group by them'),
      'tags',
    );
}

function* compareSecurity({ before, after }: Pair): Generator<Difference> {
  const [were, are] = [waysIn(before), waysIn(after)];
  for (const way of are.filter((one) => !were.includes(one)))
    yield finding(after, `now lets in ${way}`, mustFollow('servers must accept it'), 'security');
  for (const way of were.filter((one) => !are.includes(one)))
    yield finding(after, `no longer lets in ${way}`, breaksBoth('access changes'), 'security');
}

/** The alternatives of an operation, or of the document where it names none; `{}` and an empty list let everybody in. */
function waysIn({ document, value }: Place): readonly string[] {
  const alternatives = fieldsOf(value).security ?? document.security;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return ['everybody'];
  return alternatives.filter(isJsonObject).map((schemes: JsonObject) => {
    const needed = Object.entries(schemes).map(([scheme, scopes]) =>
      [scheme, ...[scopes ?? []].flat().map(String).toSorted()].join(' '),
    );
    return needed.length === 0 ? 'everybody' : `who has ${needed.toSorted().join(' and ')}`;
  });
}

function* compareBody({ before, after }: Pair, direction: Direction = 'request'): Generator<Difference> {
  const [was, is] = [below(before, 'requestBody'), below(after, 'requestBody')];
  if (was === undefined && is === undefined) return;
  if (is === undefined) {
    yield finding(was ?? before, 'body removed', breaksClients('a body has no effect'));
  } else if (was === undefined) {
    yield isRequired(is)
      ? finding(is, 'required body added', breaksBoth('requests without it fail'))
      : finding(is, 'optional body added', mustFollow('servers must accept it'));
  } else {
    const bodies = { before: was, after: is };
    yield* compareFields(bodies, ['required', 'content']);
    yield* compareRequired(bodies, direction);
    yield* compareContent(bodies, direction);
  }
}

function operationsOf(path: Place | undefined): ReadonlyMap<string, Place> {
  const standard = [...children(path)].filter(([name]) => methods.includes(name));
  // OpenAPI 3.2: methods beyond the standard ones.
  return new Map([...standard, ...children(below(path, 'additionalOperations'))]);
}

/** The operations of a document, each by its method and path. */
export function operationsIn(document: JsonObject): ReadonlyMap<string, Place> {
  const paths = [...children(below(rootOf(document), 'paths'))];
  return new Map(
    paths.flatMap(([path, item]) =>
      [...operationsOf(item)].map(([method, place]) => [`${method.toUpperCase()} ${path}`, place] as const),
    ),
  );
}

/** By what identifies a parameter in both documents: its name and where it is, or for one of the path its position. */
type Parameters = ReadonlyMap<string, Place>;

function* compareParameters(operation: Pair, before: Parameters, after: Parameters): Generator<Difference> {
  const changes = pairUp(before, after);
  const removed = changes.filter((change) => change.after === undefined);
  for (const change of changes) {
    if (change.before !== undefined && change.after !== undefined) yield* compareParameter(change);
    else if (change.before === undefined) yield added(listed(operation.after, change.after), removed);
    else if (!changes.some((other) => other.before === undefined && hasMoved(change.before, other.after)))
      yield finding(
        listed(operation.before, change.before),
        'parameter removed',
        breaksClients('it has no effect any more'),
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
  if (is.in === 'path' && was.name !== is.name)
    yield finding(
      pair.after,
      `name ${was.name} → ${is.name}`,
      breaksClients('generated clients name an argument after it'),
      'name',
    );
  if ((was.allowEmptyValue === true) !== (is.allowEmptyValue === true))
    yield fieldChanged(
      { ...pair, field: 'allowEmptyValue' },
      rate('request', is.allowEmptyValue === true ? 'looser' : 'tighter'),
    );
  yield* compareWritten(pair, 'request');
}

function added(place: Place, removed: readonly Change[]): Finding {
  const { in: where } = fieldsOf(place.value);
  const from = removed.find(({ before }) => before !== undefined && hasMoved(before, place))?.before;
  if (from !== undefined)
    return finding(
      place,
      `moved from ${fieldsOf(from.value).in} to ${where}`,
      breaksBoth('where it was, it has no effect'),
      'in',
    );
  return isRequired(place)
    ? finding(place, 'required parameter added', breaksBoth('requests without it fail'))
    : finding(place, 'optional parameter added', mustFollow('servers must accept it'));
}

const hasMoved = (before: Place, after: Place): boolean =>
  fieldsOf(before.value).name === fieldsOf(after.value).name;

/** The parameters of an operation, with those of its path that it does not replace. */
function inOrder(path: Place | undefined, operation: Place): Parameters {
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
