import type { Tool } from '../report/report.ts';
import { type Mutation, type MutationKind, nameOf, type Shown } from './mutation.ts';

/** What the tests did with a mutation: `unreached` if they got no response that could be changed. */
export type MutationResult = 'noticed' | 'survived' | 'unreached';

/** How the tests showed it, if they noticed. */
export type Noticed = 'failed' | 'crashed' | 'hung';

export interface TriedMutation {
  readonly id: string;
  /** `GET /notes` */
  readonly operation: string;
  readonly status: number;
  readonly kind: MutationKind;
  readonly what: string;
  readonly result: MutationResult;
  readonly noticed?: Noticed;
  /** The response as it was, and as the tests got it. Only of a mutation that no test noticed. */
  readonly before?: Shown;
  readonly after?: Shown;
}

export interface MutatedOperation {
  readonly operation: string;
  /** Requests of the tests in one run. */
  readonly requests: number;
  readonly noticed: number;
  readonly survived: number;
  /** Mutations that there was no time for. */
  readonly left: number;
}

/** What `mutate` found, with secrets masked. `mutation-report.schema.json` describes its JSON. */
export interface MutationReport {
  readonly version: 1;
  readonly tool: Tool;
  readonly target: string;
  readonly document?: string | undefined;
  /** The command that runs the tests. */
  readonly command: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Of a run of the tests without any change. */
  readonly testsMs: number;
  /** The noticed mutations, of 100. Absent if none was tried. */
  readonly score?: number;
  readonly noticed: number;
  readonly survived: number;
  readonly unreached: number;
  /** Mutations that there was no time for. */
  readonly left: number;
  readonly operations: readonly MutatedOperation[];
  /** Operations of the document that no test calls. */
  readonly notCalled: readonly string[];
  /** Requests of the tests that are for no operation of the document. */
  readonly unknownRequests: number;
  readonly mutations: readonly TriedMutation[];
  /** Why the score cannot be trusted, or there is none. */
  readonly inconclusive?: string;
}

export interface Tried {
  readonly mutation: Mutation;
  readonly result: MutationResult;
  readonly noticed?: Noticed | undefined;
}

type Found = Pick<
  MutationReport,
  'score' | 'noticed' | 'survived' | 'unreached' | 'left' | 'operations' | 'mutations'
>;

/** Counts what was tried of everything that was found. */
export function countMutations(
  tried: readonly Tried[],
  found: readonly Mutation[],
  requests: ReadonlyMap<string, number>,
): Found {
  const count = (result: MutationResult, operation?: string) =>
    tried.filter(
      (one) =>
        one.result === result &&
        (operation === undefined || nameOf(one.mutation.operation) === operation),
    ).length;
  const isTried = new Set(tried.map(({ mutation }) => mutation.id));
  const left = found.filter(({ id }) => !isTried.has(id));
  const noticed = count('noticed');
  const survived = count('survived');
  return {
    ...(noticed + survived > 0 && { score: (100 * noticed) / (noticed + survived) }),
    noticed,
    survived,
    unreached: count('unreached'),
    left: left.length,
    operations: [...requests].map(([operation, sent]) => ({
      operation,
      requests: sent,
      noticed: count('noticed', operation),
      survived: count('survived', operation),
      left: left.filter((one) => nameOf(one.operation) === operation).length,
    })),
    mutations: tried.map(describe),
  };
}

function describe({ mutation, result, noticed }: Tried): TriedMutation {
  const { id, operation, status, kind, what, before, after } = mutation;
  return {
    id,
    operation: nameOf(operation),
    status,
    kind,
    what,
    result,
    ...(noticed !== undefined && { noticed }),
    ...(result === 'survived' && { before, after }),
  };
}

/** The score in whole percent. It is 100 only if every mutation was noticed. */
export function scoreText({ score }: Pick<MutationReport, 'score'>): string {
  return score === undefined ? 'none' : `${Math.floor(score)} %`;
}

export const survivorsOf = ({ mutations }: MutationReport): readonly TriedMutation[] =>
  mutations.filter(({ result }) => result === 'survived');

export function mutationJson(report: MutationReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
