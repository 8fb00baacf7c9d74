import { methods } from '../document/model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer } from '../document/model/pointer.ts';
import {
  compareContent,
  compareRequired,
  compareWritten,
  isRequired,
  written,
} from './compare-content.ts';
import { compareEach, compareFields, compareServers, type Each } from './compare-fields.ts';
import { compareValues } from './compare-keywords.ts';
import { compareParameters } from './compare-parameters.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  type Direction,
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
  else if (before === undefined)
    yield finding(after, 'operation added', mustFollow('servers must have it'));
  else {
    const pair = { before, after };
    const inside = ['parameters', 'requestBody', 'responses', 'callbacks', 'servers'];
    yield* compareFields(pair, ['operationId', 'tags', 'security', ...inside]);
    yield* compareServers(pair);
    yield* compareNames(pair);
    yield* compareSecurity(pair);
    yield* compareParameters(pair, path);
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
  const expressions = (callback: Pair) =>
    compareEach(callback, children, { ...sent, both: operations });
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
  const change = `tags ${from || 'none'} → ${to || 'none'}`;
  if (from !== to)
    yield finding(after, change, harmless('generated clients may group by them'), 'tags');
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

function* compareBody(
  { before, after }: Pair,
  direction: Direction = 'request',
): Generator<Difference> {
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
      [...operationsOf(item)].map(
        ([method, place]) => [`${method.toUpperCase()} ${path}`, place] as const,
      ),
    ),
  );
}

const isFailure = (status: string) => /^(?:[45]|default)/.test(status);

/** The responses of an operation, by their statuses. Clients must expect other failures, but no other successes. */
function compareResponses(pair: Pair): Generator<Difference> {
  return compareEach(pair, (place) => children(below(place, 'responses')), {
    field: 'responses',
    removed: (status) => [
      'response removed',
      isFailure(status) ? mustFollow('is no longer sent') : breaksBoth('clients handle it'),
    ],
    added: (status) => [
      'response added',
      isFailure(status) ? mustFollow('clients treat it as its class') : rate('response', 'looser'),
    ],
    both: compareResponse,
  });
}

function* compareResponse(pair: Pair): Generator<Difference> {
  yield* compareFields(pair, ['headers', 'content', 'links', 'x-extensible-enum']);
  // The reasons of a failure.
  yield* compareValues({ ...pair, direction: 'response' });
  yield* compareContent(pair, 'response');
  yield* compareEach(pair, (place) => children(below(place, 'links')), {
    removed: () => ['link removed', breaksClients('clients that follow it fail')],
    added: () => ['link added', harmless('clients may follow it')],
    both: (links) => compareFields(links, []),
  });
  yield* compareEach(pair, (place) => children(below(place, 'headers')), {
    field: 'headers',
    removed: () => ['header removed', breaksClients('clients miss it')],
    added: (_name, header) =>
      isRequired(header)
        ? ['required header added', mustFollow('servers must send it')]
        : ['optional header added', harmless('clients ignore unknown headers')],
    *both(header) {
      yield* compareFields(header, written);
      yield* compareWritten(header, 'response');
    },
    keyOf: (name) => name.toLowerCase(),
  });
}
