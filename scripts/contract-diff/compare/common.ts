import { editorial, type Finding, finding } from '../finding.ts';
import { isSame, type Pair } from '../pairs.ts';
import { breaksBoth, breaksClients, harmless, mustFollow } from '../rating.ts';
import { fieldsOf, stepOf } from '../tree.ts';
import { compareLifecycles } from './lifecycles.ts';
import { compareLimits } from './limits.ts';

const texts = new Set(
  'title summary description example examples externalDocs $comment contact license termsOfService x-cause'.split(
    ' ',
  ),
);

/**
 * What is rated in the same way wherever it is: texts, `deprecated`, and our own fields. A field that has no rule at all counts as
 * breaking for both, so that none is overlooked.
 *
 * @param handled the fields that the caller compares
 */
export function* compareCommon({ before, after }: Pair, handled: readonly string[]): Generator<Finding> {
  const [was, is] = [fieldsOf(before.value), fieldsOf(after.value)];
  yield* compareLifecycles({ before, after });
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (handled.includes(name) || isSame({ before, after }, name)) continue;
    if (name === 'deprecated' || name === 'x-deprecation') continue;
    if (name === 'x-limits') yield* compareLimits({ before, after });
    else if (name === 'x-decision') yield* compareDecisions({ before, after });
    else if (name === 'x-secret') yield* compareSecrecy({ before, after }, 'x-secret', is[name] === true);
    else {
      const how = was[name] === undefined ? 'added' : is[name] === undefined ? 'removed' : 'changed';
      const rating = texts.has(name) ? editorial : breaksBoth('no rule rates it');
      const place = is[name] === undefined ? before : after;
      yield finding(place, stepOf(name), `${name} ${how}`, rating);
    }
  }
}

/** Without the mark, servers may write the value to logs, and programs may show it. */
export function* compareSecrecy(
  { before, after }: Pair,
  step: string,
  isSecret: boolean,
): Generator<Finding> {
  if (isSecret) yield finding(after, step, `${step} added`, mustFollow('servers must keep it out of logs'));
  else yield finding(before, step, `${step} removed`, breaksClients('it may now appear in logs'));
}

/**
 * Other servers may decide differently about an element with `x-decision`: the contract tests only report it. Without the mark
 * the element counts as shown by the source of the interface, so servers that passed may now fail.
 */
function* compareDecisions({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [before, after].map(({ value }) =>
    [fieldsOf(value)['x-decision'] ?? []].flat().toSorted().join(', '),
  );
  if (was === is) return;
  if (is === '')
    yield finding(
      before,
      'x-decision',
      `no longer decided (${was}) but shown`,
      mustFollow('no other server may differ'),
    );
  else if (was === '')
    yield finding(
      after,
      'x-decision',
      `no longer shown but decided (${is})`,
      harmless('other servers may differ'),
    );
  else yield finding(after, 'x-decision', `rests on ${is}, not on ${was}`, editorial);
}
