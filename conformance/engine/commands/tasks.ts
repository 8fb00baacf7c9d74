import type { ReadingOptions } from '../document/read/read-document.ts';
import type { Entry } from '../report/entry.ts';
import type { CompareInput } from './compare/perform-comparison.ts';
import type { DiffInput } from './diff/compare.ts';
import type { ExploreInput } from './explore.ts';
import type { PlanInput } from './mutate/plan-mutations.ts';
import type { ListOptions } from './options.ts';
import type { JudgeInput } from './proxy/judge-traffic.ts';
import type { TaskHost } from './task-host.ts';
import type { CleanUpInput } from './test/clean-up.ts';
import type { TestInput } from './test/perform-test.ts';

/**
 * What commands do in a child process, because documents and servers may make it run for ever. Input and result are data. Each
 * loads its modules when it runs.
 */
export const tasks = {
  list: async ({ program }: TaskHost, options: ListOptions) => {
    const [{ openChosen }, { catalogueOf }] = await Promise.all([
      import('./open-suites.ts'),
      import('../check-catalogue.ts'),
    ]);
    const { suites } = await openChosen(await program(), options);
    return { rules: catalogueOf(suites), gaps: suites.flatMap((suite) => suite.gaps?.() ?? []) };
  },

  /** Returns the text of a profile. */
  draft: async (_host: TaskHost, { document, ...reading }: DraftInput) => {
    const [{ asUsage }, { loadApiDocument }, { draftProfile }] = await Promise.all([
      import('./inputs.ts'),
      import('../document/read/read-document.ts'),
      import('../document/draft-profile.ts'),
    ]);
    return draftProfile(await asUsage(() => loadApiDocument(document, reading))).text;
  },

  /** The same for a running server, which it calls. */
  explore: async (host: TaskHost, input: ExploreInput) =>
    (await import('./explore.ts')).explore(host, input),

  diff: async (_host: TaskHost, input: DiffInput) =>
    (await import('./diff/compare.ts')).compare(input),

  compare: async (host: TaskHost, input: CompareInput) =>
    (await import('./compare/perform-comparison.ts')).performComparison(host, input),

  test: async (host: TaskHost, input: TestInput) =>
    (await import('./test/perform-test.ts')).performTest(host, input),

  /** Deletes what a run made that was ended before it could. */
  'clean-up': async (host: TaskHost, input: CleanUpInput) =>
    (await import('./test/clean-up.ts')).cleanUp(host, input),

  /** Judges the traffic of a proxy until it is stopped. */
  judge: async (host: TaskHost, input: JudgeInput) =>
    (await import('./proxy/judge-traffic.ts')).judgeTraffic(host, input),

  /** Returns the operations of a document, and what the recorded responses could become. */
  mutations: async (host: TaskHost, input: PlanInput) =>
    (await import('./mutate/plan-mutations.ts')).planMutations(host, input),
};

interface DraftInput extends ReadingOptions {
  readonly document: string;
}

export type TaskName = keyof typeof tasks;
export type InputOf<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[1];
export type ResultOf<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;

/** What the parent sends to the child. */
export type ToChild =
  | {
      readonly type: 'work';
      readonly task: TaskName;
      /** The URL of the module that exports `testProgram`. */
      readonly program: string | undefined;
      readonly input: unknown;
      readonly mayAsk: boolean;
    }
  | { readonly type: 'stop'; readonly signal: string }
  | { readonly type: 'answer'; readonly value: string | undefined }
  | { readonly type: 'told'; readonly message: unknown };

/** What the child sends to the parent. */
export type FromChild =
  | { readonly type: 'entry'; readonly entry: Entry }
  | { readonly type: 'ask'; readonly name: string }
  | { readonly type: 'told'; readonly message: unknown }
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'usage'; readonly message: string }
  | { readonly type: 'bug'; readonly stack: string };
