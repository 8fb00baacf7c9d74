import { performRun } from '../../perform-run.ts';
import { requireKnownOperations } from '../../profile/operation-settings.ts';
import type { KnownFailure } from '../../run/judge.ts';
import { createSecrets } from '../../secrets.ts';
import { publicWordsOf, seedOf } from '../../suite.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { withoutQuery } from '../../without-query.ts';
import { noBaseUrl } from '../base-url.ts';
import { connect } from '../connect.ts';
import { asUsage, type Prompt, readHeaders, readProfileFile } from '../inputs.ts';
import { loadHooks } from '../load-modules.ts';
import { openChosen } from '../open-suites.ts';
import type { TestOptions } from '../options.ts';
import { recordHar } from '../reports.ts';
import { checkSelectors } from '../selection.ts';
import type { TaskHost } from '../task-host.ts';
import { readReplay } from './replay.ts';
import { rerunCommand } from './rerun-command.ts';

/** What a run is given. It has no functions, so that it can be sent to another process. */
export interface TestInput {
  readonly baseUrl: string | undefined;
  readonly options: TestOptions;
  readonly known: readonly KnownFailure[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Opens the suites and the server, runs the checks, and writes the journal of the run. */
export async function performTest(
  { program: load, prompt, signal, write }: TaskHost,
  { baseUrl, options: given, known, environment }: TestInput,
): Promise<void> {
  const timer = startTimer(given.maxTime * 1000);
  const program = await load();
  const { suites, rules, declared } = await openChosen(program, given);
  const again = await readReplay(given, suites);
  const options: TestOptions = { ...given, ...again.options };
  const address = baseUrl ?? again.baseUrl;
  if (address === undefined) throw new UsageError(noBaseUrl);
  const profile = await readProfileFile(
    { environment, prompt: prompt && timer.without(prompt) },
    options,
    suites,
  );
  checkSelectors('--baseline', namesOf(known), rules);
  checkSelectors('waivers of the profile', namesOf(profile.waivers), rules);
  await asUsage(() => requireKnownOperations(profile, declared));

  const secrets = createSecrets(() => publicWordsOf(suites));
  const { rate, hooks, header = [], seed = seedOf(suites), document, allowSkipped } = options;
  const target = await connect(address, options, profile, secrets, {
    headers: readHeaders(header),
    timeoutMs: options.timeout * 1000,
    ...(hooks !== undefined && { hooks: await loadHooks(hooks) }),
    ...(rate !== undefined && { rate }),
  });
  const writeHar = recordHar(program, target, secrets, options.report, (har) =>
    write({ type: 'exchange', har }),
  );
  const rerun = rerunCommand(program, address, seed, options);
  await performRun(
    {
      ...options,
      ...{ target, profile, secrets, suites, known, seed, signal },
      ...(options.basis && { bases: options.basis }),
      ...(options.maxResponseTime !== undefined && {
        maxResponseMs: options.maxResponseTime * 1000,
      }),
      maxTimeMs: timer.remaining(),
    },
    {
      tool: program.tool,
      document: document && withoutQuery(document),
      rerun,
      allowSkipped,
      replayed: again.only,
    },
    write,
  );
  if (writeHar !== undefined) write({ type: 'traffic', har: writeHar() });
}

const namesOf = (entries: readonly { readonly check: string }[]) =>
  entries.map(({ check }) => check);

/** Counts the time of a run, without the time in which it waits for a user. */
function startTimer(ms: number) {
  let end = performance.now() + ms;
  return {
    remaining: () => end - performance.now(),
    without:
      (prompt: Prompt): Prompt =>
      async (name) => {
        const start = performance.now();
        const typed = await prompt(name);
        end += performance.now() - start;
        return typed;
      },
  };
}
