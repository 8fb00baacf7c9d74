import { methods } from '../document/model/operation.ts';
import { fieldsOf, type JsonObject, pointer } from '../document/model/pointer.ts';
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
import { compareSecurity } from './compare-security.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  finding,
  harmless,
  mustFollow,
} from './finding.ts';
import { below, type Change, children, type Pair, type Place, pairUp, rootOf } from './place.ts';
import type { Direction } from './rules.ts';

/** An operation, and its path, whose pointer has its name. */
interface Located {
  readonly operation: Place;
  readonly path: Place;
}

/** Every path with its operations. Where none has the same name, the names of parameters make no difference. */
export function* comparePaths({ before, after }: Pair): Generator<Difference> {
  for (const path of pairUp(pathsOf(before), pathsOf(after), template)) {
    if (path.before === undefined || path.after === undefined) continue;
    yield* compareFields(path, [...methods, 'additionalOperations', 'parameters', 'servers']);
    yield* compareServers(path);
  }

  const named = (name: string, { operation }: Located) =>
    `${template(name)} ${fieldsOf(operation.value).operationId}`;
  const changes = pairUp(locatedOperations(before), locatedOperations(after), named, template);
  for (const change of changes) yield* compareChange(change);
}

const template = (name: string) => name.replaceAll(/\{[^}]*\}/g, '{}');

function pathsOf(root: Place): ReadonlyMap<string, Place> {
  // A path may refer to another file, where its name is not.
  return new Map(
    [...children(below(root, 'paths'))].map(([name, path]) => [
      name,
      { ...path, pointer: pointer('paths', name) },
    ]),
  );
}

/** The operations of a document by method and path. */
function locatedOperations(root: Place): ReadonlyMap<string, Located> {
  return new Map(
    [...pathsOf(root)].flatMap(([name, path]) =>
      [...operationsOf(path)].map(
        ([method, operation]) => [`${method.toUpperCase()} ${name}`, { operation, path }] as const,
      ),
    ),
  );
}

function* compareChange({ before, after }: Change<Located>): Generator<Difference> {
  if (before === undefined) {
    const rating = mustFollow('operation-added', 'servers must have it');
    yield finding(after.operation, 'operation added', rating);
  } else if (after === undefined) {
    const rating = breaksClients('operation-removed', 'clients that call it fail');
    yield finding(before.operation, 'operation removed', rating);
  } else {
    const paths = { before: before.path, after: after.path };
    yield* compareOperation({ before: before.operation, after: after.operation }, paths);
  }
}

function* compareOperation(pair: Pair, paths: Pair): Generator<Difference> {
  const inside = ['parameters', 'requestBody', 'responses', 'callbacks', 'servers'];
  yield* compareFields(pair, ['operationId', 'tags', 'security', ...inside]);
  yield* compareServers(pair);
  yield* compareNames(pair);
  yield* compareSecurity(pair);
  yield* compareParameters(pair, paths);
  yield* compareBody(pair);
  yield* compareResponses(pair);
  yield* compareSent(pair, 'callbacks');
}

const sent: Pick<Each, 'removed' | 'added'> = {
  removed: () => ['no longer sent', breaksClients('message-removed', 'clients wait for it')],
  added: () => ['sent', harmless('message-added', 'clients may receive it')],
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
    const why = 'generated clients name methods after it';
    yield finding(after, change, rating('operation-id-changed', why), 'operationId');
  }
  const [from, to] = [was.tags, is.tags].map((tags) => [tags ?? []].flat().join(', '));
  const change = `tags ${from || 'none'} → ${to || 'none'}`;
  if (from !== to)
    yield finding(
      after,
      change,
      harmless('operation-tags-changed', 'generated clients may group by them'),
      'tags',
    );
}

function* compareBody(
  { before, after }: Pair,
  direction: Direction = 'request',
): Generator<Difference> {
  const [was, is] = [below(before, 'requestBody'), below(after, 'requestBody')];
  if (was === undefined && is === undefined) return;
  if (is === undefined) {
    const rating = breaksClients('request-body-removed', 'a body has no effect');
    yield finding(was ?? before, 'body removed', rating);
  } else if (was === undefined) {
    yield isRequired(is)
      ? finding(
          is,
          'required body added',
          breaksBoth('required-body-added', 'requests without it fail'),
        )
      : finding(
          is,
          'optional body added',
          mustFollow('optional-body-added', 'servers must accept it'),
        );
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
  const located = [...locatedOperations(rootOf(document))];
  return new Map(located.map(([name, { operation }]) => [name, operation]));
}

const isFailure = (status: string) => /^(?:[45]|default)/.test(status);

/** The responses of an operation, by their statuses. Clients must expect other failures, but no other successes. */
function compareResponses(pair: Pair): Generator<Difference> {
  return compareEach(pair, (place) => children(below(place, 'responses')), {
    field: 'responses',
    removed: (status) => [
      'response removed',
      isFailure(status)
        ? mustFollow('failure-response-removed', 'is no longer sent')
        : breaksBoth('success-response-removed', 'clients handle it'),
    ],
    added: (status) => [
      'response added',
      isFailure(status)
        ? mustFollow('failure-response-added', 'clients treat it as its class')
        : breaksClients('success-response-added', 'promises less'),
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
    removed: () => ['link removed', breaksClients('link-removed', 'clients that follow it fail')],
    added: () => ['link added', harmless('link-added', 'clients may follow it')],
    both: (links) => compareFields(links, []),
  });
  yield* compareEach(pair, (place) => children(below(place, 'headers')), {
    field: 'headers',
    removed: () => ['header removed', breaksClients('header-removed', 'clients miss it')],
    added: (_name, header) =>
      isRequired(header)
        ? ['required header added', mustFollow('required-header-added', 'servers must send it')]
        : [
            'optional header added',
            harmless('optional-header-added', 'clients ignore unknown headers'),
          ],
    *both(header) {
      yield* compareFields(header, written);
      yield* compareWritten(header, 'response');
    },
    keys: [(name) => name.toLowerCase()],
  });
}
