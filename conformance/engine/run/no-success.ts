import { type DeclaredOperation, hasResponse, type Suite } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseBaseUrl } from '../http/request.ts';
import { type Meaning, meaningOf } from '../judge/meaning.ts';
import { wordsOf } from '../judge/words.ts';
import { firstOf } from '../suite.ts';
import { mayNotSucceed, type OperationCoverage } from './coverage.ts';
import type { RunOptions } from './run-options.ts';

interface Rejection {
  readonly operation: string;
  readonly status: number;
  readonly words: string | undefined;
}

type Described = Pick<Suite, 'declared' | 'basePaths' | 'operationOf' | 'statusOf'>;

/** Remembers why a server rejects requests, until it accepts one. */
export function watchRejections(suites: readonly Described[], baseUrl: string) {
  const counts = new Map<Meaning, number>();
  const first = new Map<Meaning, Rejection>();
  let hasSuccess = false;
  return {
    inspect: (exchange: Exchange) => {
      if (hasSuccess || !hasResponse(exchange) || exchange.request.raw) return;
      const { quiet, operation: set } = exchange.request.settings;
      const operation = set ?? firstOf(suites, (suite) => suite.operationOf?.(exchange, baseUrl));
      if (quiet === true || operation === undefined) return;
      const status =
        firstOf(suites, (suite) => suite.statusOf?.(exchange)) ?? exchange.response.status;
      const meaning = meaningOf(status);
      hasSuccess = meaning === 'success';
      counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
      const known = first.get(meaning);
      // An empty response, or a page, says less than the next one.
      if (known?.words === undefined)
        first.set(meaning, { operation, status, words: wordsOf(exchange) });
    },
    /** The rejection that says most about why nothing succeeded, and how many responses have the same meaning. */
    most: () => {
      const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
      const all = [...counts.values()].reduce((sum, times) => sum + times, 0);
      if (most === undefined) return undefined;
      const [meaning, times] = most;
      return { meaning, times, all, rejection: first.get('invalid') ?? first.get(meaning) };
    },
  };
}

/** Why a run in which no operation of a document succeeded says nothing about the server. Undefined: one did succeed. */
export function explainNoSuccess(
  coverage: readonly OperationCoverage[],
  most: ReturnType<ReturnType<typeof watchRejections>['most']>,
  { suites, target, profile }: Pick<RunOptions, 'suites' | 'target' | 'profile'>,
): string | undefined {
  const declared = suites.flatMap((suite) => suite.declared ?? []);
  const able = declared.filter((one) => !mayNotSucceed(one));
  const succeeded = new Set(
    coverage.filter(({ successes }) => successes > 0).map(({ operation }) => operation),
  );
  if (able.length === 0 || able.some(({ operation }) => succeeded.has(operation))) return undefined;
  if (most === undefined) return 'no request of an operation was sent';
  const { meaning, times, all, rejection } = most;
  const figures = `no request of an operation succeeded, and ${times} of ${all} returned ${statusesOf[meaning]}`;
  const said = rejection?.words;
  const quoted =
    said === undefined ? '' : `. ${rejection?.operation} returned ${rejection?.status} "${said}"`;
  return `${figures}${quoted}. ${adviceFor(meaning, said, { suites, target, profile, able })}`;
}

interface Situation extends Pick<RunOptions, 'suites' | 'target' | 'profile'> {
  readonly able: readonly DeclaredOperation[];
}

function adviceFor(meaning: Meaning, said: string | undefined, situation: Situation): string {
  const { suites, target, profile, able } = situation;
  if (meaning === 'unauthenticated' || meaning === 'forbidden')
    return Object.keys(profile.credentials).length === 0
      ? 'The profile has no credentials'
      : 'Check the credentials in the profile';
  const value = said && missingValue(said, able);
  if (value) return `Give ${value} in the profile`;
  const { prefix } = parseBaseUrl(target.baseUrl);
  const other = suites
    .flatMap((suite) => suite.basePaths ?? [])
    .find((path) => path !== '' && !prefix.endsWith(path));
  if (meaning === 'absent' && other !== undefined)
    return `The server of the document has the path ${other}: is ${new URL(other, target.baseUrl).href} the address to test?`;
  if (meaning === 'absent') return `Is ${target.baseUrl} the address of this API?`;
  return 'Name values that it accepts under `values` in the profile';
}

/** A parameter or header that the server names when it says what is wrong. */
function missingValue(said: string, able: readonly DeclaredOperation[]): string | undefined {
  const words = new Set(said.match(/[\w.-]+/g)?.map((word) => word.toLowerCase()));
  const name = able
    .flatMap(({ values = [] }) => values)
    .find((one) => words.has(one.toLowerCase()));
  if (name !== undefined) return `\`${name}\` under \`values\``;
  const header = /\bX-[\w-]+/i.exec(said)?.[0];
  return header && `the header ${header} under \`headers\``;
}

const statusesOf: Readonly<Record<Meaning, string>> = {
  success: '2xx',
  redirect: 'a redirect',
  invalid: '400 or another 4xx',
  unauthenticated: '401',
  forbidden: '403',
  absent: '404',
  conflict: '409',
  limited: '429',
  busy: '502, 503 or 504',
  error: '500',
};
