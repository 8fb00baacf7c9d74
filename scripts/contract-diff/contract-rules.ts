import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import {
  breaksBoth,
  breaksClients,
  compareDocuments,
  type FieldRule,
  type DiffFinding as Finding,
  fieldsOf,
  diffFinding as finding,
  harmless,
  type JsonObject,
  joinFindings,
  mustFollow,
  type Pair,
  type Rating,
  type DiffRule as Rule,
} from '../../conformance/engine/index.ts';

/** @throws when the file does not exist or is not YAML */
export async function readContract(file: string): Promise<JsonObject> {
  return parse(await readFile(file, 'utf8'));
}

const rules: Readonly<Record<string, FieldRule>> = {
  deprecated: compareLifecycles,
  'x-deprecation': compareLifecycles,
  'x-limits': compareLimits,
  'x-secret': compareSecrecy,
};

/** Every difference between two bundled contracts, with the rules for our own fields. We promise more than other documents do. */
export function compareContracts(released: JsonObject, later: JsonObject): readonly Finding[] {
  const findings = compareDocuments(released, later, { rules, extensions: true });
  return joinFindings(
    findings.map((found): Finding => {
      const rule = found.rules.find((name) => name in promises);
      const why = rule && promises[rule];
      return rule === undefined || why === undefined
        ? found
        : { ...found, ...breaksBoth(rule, why), impact: 'breaking' };
    }),
  );
}

const promises: Readonly<Partial<Record<Rule, string>>> = {
  // A promise to clients and to the owners of accounts alike.
  'access-added': 'access changes',
  'access-removed': 'access changes',
  'security-scheme-added': 'access changes',
  'security-scheme-removed': 'access changes',
  'failure-response-removed': 'clients handle it',
  'success-response-removed': 'clients handle it',
};

/** Without the mark, servers may write the value to logs, and programs may show it. */
function* compareSecrecy({ before, after }: Pair): Generator<Finding> {
  yield fieldsOf(after.value)['x-secret'] === true
    ? finding(
        after,
        'x-secret added',
        mustFollow('x-secret', 'servers must keep it out of logs'),
        'x-secret',
      )
    : finding(
        before,
        'x-secret removed',
        breaksClients('x-secret', 'it may now appear in logs'),
        'x-secret',
      );
}

/** The promised day may only move to a later one. Every response names it, so servers must follow. */
function* compareLifecycles({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [endingOf(before.value), endingOf(after.value)];
  const isOperation = /^\/paths\/[^/]+\/[a-z]+$/.test(after.pointer);
  const goesOn = (why: string): Rating =>
    isOperation ? mustFollow('x-deprecation', why) : harmless('x-deprecation', why);
  const ends = (why: string): Rating =>
    isOperation ? breaksBoth('x-deprecation', why) : breaksClients('x-deprecation', why);

  if (was === undefined && is !== undefined) {
    const change = `deprecated, ends ${is.sunset ?? 'any day'}`;
    const rating =
      is.sunset === undefined ? ends('no day is promised') : goesOn('works until then');
    yield finding(after, change, rating, 'deprecated');
  } else if (was !== undefined && is === undefined)
    yield finding(after, 'no longer deprecated', goesOn('works on after all'), 'deprecated');
  else if (was !== undefined && is !== undefined) {
    for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (was[field] === is[field]) continue;
      const change = `${field} ${was[field] ?? 'none'} → ${is[field] ?? 'none'}`;
      // Days in this form sort as text.
      const isEarlier = field === 'sunset' && String(is.sunset ?? '') < String(was.sunset ?? '');
      const rating = isEarlier
        ? ends('ends before the promised day')
        : goesOn('works until its sunset');
      yield finding(after, change, rating, 'x-deprecation');
    }
  }
}

function endingOf(value: unknown): JsonObject | undefined {
  const { deprecated, 'x-deprecation': deprecation } = fieldsOf(value);
  return deprecated === true ? fieldsOf(deprecation) : undefined;
}

/** `x-limits`: up to what a server accepts, so a higher one lets more requests through. */
function* compareLimits({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [before, after].map(({ value }) => fieldsOf(fieldsOf(value)['x-limits']));
  for (const name of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [from, to] = [was?.[name], is?.[name]];
    if (isDeepStrictEqual(from, to)) continue;
    const place = to === undefined ? before : after;
    const change = `${name} ${from ?? 'none'} → ${to ?? 'none'}`;
    yield finding(place, change, ratingOf(name, from, to), 'x-limits', name);
  }
}

function ratingOf(name: string, from: unknown, to: unknown): Rating {
  // Stricter than other limits: a higher one lets attackers try more passwords, a lower one locks users out earlier.
  if (name.startsWith('freeFailed'))
    return breaksBoth('x-limits', 'protects accounts from attackers');
  if ([from, to].some((limit) => limit !== undefined && typeof limit !== 'number'))
    return breaksBoth('x-limits', 'no rule rates it');
  const isHigher = to === undefined || (from !== undefined && Number(to) > Number(from));
  return isHigher
    ? mustFollow('x-limits', 'accepts more')
    : breaksClients('x-limits', 'accepts less');
}
