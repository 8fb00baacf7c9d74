import { performRun } from '../../perform-run.ts';
import type { Entry } from '../../report/entry.ts';
import type { KnownFailure } from '../../run/judge.ts';
import { createSecrets } from '../../secrets.ts';
import { publicWordsOf, seedOf } from '../../suite.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { connect, openChosen, type Prompt, readHeaders, readProfileFile } from '../inputs.ts';
import { loadHooks } from '../load-modules.ts';
import { checkSelectors, noBaseUrl, type TestOptions } from '../options.ts';
import { recordHar } from '../reports.ts';
import type { TestProgram } from '../test-program.ts';
import { readReplay } from './replay.ts';
import { rerunCommand } from './rerun-command.ts';

/** What a run is given. It has no functions, so that it can be sent to another process. */
export interface TestInput {
  readonly baseUrl: string | undefined;
  readonly options: TestOptions;
  readonly known: readonly KnownFailure[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a run needs of the process that started it. */
export interface TestHost {
  readonly prompt: Prompt | undefined;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Milliseconds until `--max-time` is up. */
  remaining(): number;
  write(entry: Entry): void;
}

/** Opens the suites and the server, runs the checks, and writes the journal of the run. */
export async function performTest(
  program: TestProgram,
  { baseUrl, options: given, known, environment }: TestInput,
  { prompt, signal, remaining, write }: TestHost,
): Promise<void> {
  const { suites, rules } = await openChosen(program, given);
  const again = await readReplay(given, suites);
  const options: TestOptions = { ...given, ...again.options };
  const address = baseUrl ?? again.baseUrl;
  if (address === undefined) throw new UsageError(noBaseUrl);
  const profile = await readProfileFile({ environment, prompt }, options.profile, suites);
  checkSelectors('--baseline', namesOf(known), rules);
  checkSelectors('waivers of the profile', namesOf(profile.waivers), rules);

  const secrets = createSecrets(() => publicWordsOf(suites));
  const { rate, hooks, header = [], seed = seedOf(suites), document, allowSkipped } = options;
  const target = await connect(address, options, profile, secrets, {
    headers: readHeaders(header),
    timeoutMs: options.timeout * 1000,
    ...(hooks !== undefined && { hooks: await loadHooks(hooks) }),
    ...(rate !== undefined && { rate }),
  });
  const writeHar = recordHar(program, target, secrets, options.report);
  const rerun = rerunCommand(program, address, seed, options);
  await performRun(
    {
      ...options,
      ...{ target, profile, secrets, suites, known, seed, signal },
      ...(options.basis && { bases: options.basis }),
      ...(options.maxResponseTime !== undefined && {
        maxResponseMs: options.maxResponseTime * 1000,
      }),
      maxTimeMs: remaining(),
    },
    { tool: program.tool, document, rerun, allowSkipped, replayed: again.only },
    write,
  );
  if (writeHar !== undefined) write({ type: 'traffic', har: writeHar() });
}

const namesOf = (entries: readonly { readonly check: string }[]) =>
  entries.map(({ check }) => check);
