import { breaksBoth, breaksClients, type Finding, finding, harmless, mustFollow } from '../finding.ts';
import {
  below,
  type Change,
  type ContractNode,
  children,
  fieldsOf,
  methods,
  type Pair,
  pairUp,
} from '../tree.ts';
import { compareCommon } from './common.ts';
import { compareResponses } from './responses.ts';
import { compareContent, compareRequired, compareSchemaOf, isRequired } from './schemas.ts';

/** Every path with its operations. A path is the same when only the names of its parameters differ. */
export function* comparePaths({ before, after }: Pair): Generator<Finding> {
  const [were, are] = [children(below(before, 'paths')), children(below(after, 'paths'))];
  for (const path of pairUp(were, are, (name) => name.replaceAll(/\{[^}]*\}/g, '{}'))) {
    if (path.before !== undefined && path.after !== undefined)
      yield* compareCommon(path, [...methods, 'parameters']);
    const [was, is] = [operationsOf(path.before), operationsOf(path.after)];
    for (const operation of pairUp(was, is)) yield* compareOperation(operation, path);
  }
}

function* compareOperation(operation: Change, path: Change): Generator<Finding> {
  const { before, after } = operation;
  if (after === undefined)
    yield finding(before, 'operation removed', breaksClients('clients that call it fail'));
  else if (before === undefined) yield finding(after, 'operation added', mustFollow('servers must have it'));
  else {
    const pair = { before, after };
    yield* compareCommon(pair, ['operationId', 'tags', 'security', 'parameters', 'requestBody', 'responses']);
    yield* compareNames(pair);
    yield* compareSecurity(pair);
    yield* compareParameters(inOrder(path.before, before), inOrder(path.after, after));
    yield* compareBody(pair);
    yield* compareResponses(pair);
  }
}

/** Generated code takes its names from these. */
function* compareNames({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  if (was.operationId !== is.operationId) {
    const change = `operationId ${was.operationId} → ${is.operationId ?? 'none'}`;
    yield finding(after, change, breaksClients('generated clients name methods after it'), 'operationId');
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

/** Who is let in is a promise to clients and to owners of accounts alike: either direction breaks one of the two. */
function* compareSecurity({ before, after }: Pair): Generator<Finding> {
  const [were, are] = [waysIn(before), waysIn(after)];
  for (const way of are.filter((one) => !were.includes(one)))
    yield finding(after, `now lets in ${way}`, breaksBoth('access changes'), 'security');
  for (const way of were.filter((one) => !are.includes(one)))
    yield finding(after, `no longer lets in ${way}`, breaksBoth('access changes'), 'security');
}

/** The alternatives of an operation, or of the contract where it names none; `{}` and an empty list let everybody in. */
function waysIn({ contract, value }: ContractNode): readonly string[] {
  const alternatives = fieldsOf(value).security ?? contract.security;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return ['everybody'];
  return alternatives.map((schemes) => {
    const needed = Object.entries<readonly string[]>(schemes).map(([scheme, scopes]) =>
      [scheme, ...scopes.toSorted()].join(' '),
    );
    return needed.length === 0 ? 'everybody' : `who has ${needed.toSorted().join(' and ')}`;
  });
}

function* compareBody({ before, after }: Pair): Generator<Finding> {
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
    yield* compareCommon(bodies, ['required', 'content']);
    yield* compareRequired(bodies, 'request');
    yield* compareContent(bodies, 'request');
  }
}

function operationsOf(path: ContractNode | undefined): ReadonlyMap<string, ContractNode> {
  return new Map([...children(path)].filter(([name]) => methods.includes(name)));
}

/** By what identifies a parameter in both contracts: its name and where it is, or for one of the path its position. */
type Parameters = ReadonlyMap<string, ContractNode>;

function* compareParameters(before: Parameters, after: Parameters): Generator<Finding> {
  const changes = pairUp(before, after);
  const removed = changes.filter((change) => change.after === undefined);
  for (const change of changes) {
    if (change.before !== undefined && change.after !== undefined) yield* compareParameter(change);
    else if (change.before === undefined) yield added(change.after, removed);
    else if (!changes.some((other) => other.before === undefined && hasMoved(change.before, other.after)))
      yield finding(change.before, 'parameter removed', breaksClients('it has no effect any more'));
  }
}

function* compareParameter({ before, after }: Pair): Generator<Finding> {
  yield* compareCommon({ before, after }, ['name', 'in', 'required', 'schema']);
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  if (is.in === 'path' && was.name !== is.name)
    yield finding(
      after,
      `name ${was.name} → ${is.name}`,
      breaksClients('generated clients name an argument after it'),
      'name',
    );
  yield* compareRequired({ before, after }, 'request');
  yield* compareSchemaOf({ before, after }, 'request');
}

function added(place: ContractNode, removed: readonly Change[]): Finding {
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

const hasMoved = (before: ContractNode, after: ContractNode): boolean =>
  fieldsOf(before.value).name === fieldsOf(after.value).name;

/** The parameters of an operation, with those of its path that it does not replace. */
function inOrder(path: ContractNode | undefined, operation: ContractNode): Parameters {
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
