import { type Finding, finding } from '../finding.ts';
import { type Change, type Pair, pairUp } from '../pairs.ts';
import { breaksBoth, breaksClients, harmless, mustFollow, rate } from '../rating.ts';
import { below, children, fieldsOf, methods, type Place } from '../tree.ts';
import { compareCommon } from './common.ts';
import { compareContent } from './content.ts';
import { compareParameters, inOrder } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';

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
    yield finding(before, undefined, 'operation removed', breaksClients('clients that call it fail'));
  else if (before === undefined)
    yield finding(after, undefined, 'operation added', mustFollow('servers must have it'));
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
  if (was.operationId === undefined && is.operationId !== undefined)
    yield finding(
      after,
      'operationId',
      `operationId ${is.operationId} added`,
      harmless('generated clients name methods after it'),
    );
  else if (was.operationId !== is.operationId) {
    const change = `operationId ${was.operationId} → ${is.operationId ?? 'none'}`;
    yield finding(after, 'operationId', change, breaksClients('generated clients name methods after it'));
  }
  const [from, to] = [was.tags, is.tags].map((tags) => [tags ?? []].flat().join(', '));
  if (from !== to)
    yield finding(
      after,
      'tags',
      `tags ${from || 'none'} → ${to || 'none'}`,
      harmless('generated clients may group by them'),
    );
}

function* compareBody({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [below(before, 'requestBody'), below(after, 'requestBody')];
  if (was === undefined && is === undefined) return;
  if (is === undefined) {
    yield finding(was ?? before, undefined, 'body removed', breaksClients('a body has no effect'));
  } else if (was === undefined) {
    const rating = isRequired(is)
      ? breaksBoth('requests without it fail')
      : mustFollow('servers must accept it');
    yield finding(is, undefined, `${isRequired(is) ? 'required' : 'optional'} body added`, rating);
  } else {
    yield* compareCommon({ before: was, after: is }, ['required', 'content']);
    if (isRequired(was) !== isRequired(is)) {
      const [change, effect] = isRequired(is)
        ? (['required', 'tighter'] as const)
        : (['optional', 'looser'] as const);
      yield finding(is, 'required', `became ${change}`, rate('request', effect));
    }
    yield* compareContent({ before: was, after: is }, 'request');
  }
}

function operationsOf(path: Place | undefined): ReadonlyMap<string, Place> {
  return new Map([...children(path)].filter(([name]) => methods.includes(name)));
}

const isRequired = ({ value }: Place): boolean => fieldsOf(value).required === true;
