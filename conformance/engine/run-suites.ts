import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Hooks } from './hooks.ts';
import type { TargetOptions } from './http/target.ts';
import { performRun } from './perform-run.ts';
import { openTarget } from './profile/open-target.ts';
import { requireKnownOperations } from './profile/operation-settings.ts';
import { emptyProfile, type Profile } from './profile/profile.ts';
import { readProfile } from './profile/read-profile.ts';
import type { Entry } from './report/entry.ts';
import { fold } from './report/fold.ts';
import type { Report, Tool } from './report/report.ts';
import { readBaseline } from './run/baseline.ts';
import type { KnownFailure } from './run/judge.ts';
import type { RunOptions } from './run/run-options.ts';
import { createSecrets } from './secrets.ts';
import { type OperationFilter, selectOperations } from './select-operations.ts';
import { profilePartsOf, publicWordsOf, type RunnableSuite, seedOf } from './suite.ts';
import { engineTool } from './tool.ts';
import { withoutQuery } from './without-query.ts';

type Choice = Pick<
  RunOptions,
  | 'only'
  | 'skip'
  | 'bases'
  | 'strict'
  | 'wire'
  | 'maxResponseMs'
  | 'failFast'
  | 'destructive'
  | 'readOnly'
  | 'fuzz'
  | 'thorough'
  | 'maxTimeMs'
>;
type Connection = Pick<TargetOptions, 'ca' | 'cert' | 'key' | 'insecure' | 'rate' | 'timeoutMs'>;

/** Which server to test, what is known about it, and which checks to run. The defaults are those of the command `test`. */
export interface RunSuitesOptions extends Choice, Connection, OperationFilter {
  /** The base address of the server under test, with a path prefix if it has one. */
  readonly baseUrl: string;
  /** Failures that do not fail the run, or the path to a YAML file that lists them. @default none */
  readonly baseline?: readonly KnownFailure[] | string;
  /**
   * Credentials, values and what else a profile has, or the path to one in YAML (the command `init` writes it).
   * @default none: checks that need one are skipped
   */
  readonly profile?: Partial<Profile> | string;
  /** The variables that `env:` in the profile can name, for example `process.env`. @default {} */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Passes although the profile lacks what checks of the basis `safety` or `shown` need. @default false */
  readonly allowSkipped?: boolean;
  /** Functions that run around each request, for example to sign it. @default none */
  readonly hooks?: Hooks;
  /** The seed of the generated requests. The same seed sends the same requests. @default follows from the document */
  readonly seed?: number;
  /** The path or URL of the document that the report names. @default none */
  readonly document?: string;
  /** How the report names the program that ran the suites. @default this package */
  readonly tool?: Tool;
}

/**
 * Runs suites against a server, as the command `test` does, and removes what they created. `verdict` of the report is `passed`,
 * `failed` or `inconclusive`. The report contains no secret of the profile.
 *
 * @example
 * const suites = [...(await openDocument('openapi.yaml')), mySuite];
 * const report = await runSuites(suites, { baseUrl: 'http://127.0.0.1:3000' });
 * if (report.verdict !== 'passed') process.exitCode = 1;
 *
 * @throws ProfileError when the profile is invalid, or a secret in it cannot be read.
 * @throws UnknownOperationError when a pattern matches no operation.
 * @throws BaselineError when the baseline is invalid.
 * @throws TypeError when `baseUrl` is not an http:// or https:// address, or a certificate cannot be used.
 */
export async function runSuites(
  given: readonly RunnableSuite[],
  { baseUrl, baseline = [], allowSkipped = false, tool = engineTool, ...options }: RunSuitesOptions,
): Promise<Report> {
  const suites = selectOperations(given, options);
  const { seed = seedOf(suites) } = options;
  const profile = await loadProfile(options, suites);
  requireKnownOperations(
    profile,
    given.flatMap(({ declared = [] }) => declared),
  );
  const known =
    typeof baseline === 'string' ? readBaseline(await readFile(baseline, 'utf8')) : baseline;
  const secrets = createSecrets(() => publicWordsOf(suites));
  const target = openTarget(profile, secrets, { baseUrl, ...options });
  const entries: Entry[] = [];
  await performRun(
    { ...options, target, secrets, suites, known, seed, profile },
    { tool, document: options.document && withoutQuery(options.document), allowSkipped },
    (entry) => void entries.push(entry),
  );
  return fold(entries);
}

async function loadProfile(
  {
    profile,
    environment = {},
    ca,
    cert,
    key,
    insecure,
  }: Pick<RunSuitesOptions, 'profile' | 'environment' | 'ca' | 'cert' | 'key' | 'insecure'>,
  suites: readonly RunnableSuite[],
): Promise<Profile> {
  if (profile === undefined) return emptyProfile;
  if (typeof profile !== 'string') return { ...emptyProfile, ...profile };
  const folder = dirname(resolve(profile));
  const text = await readFile(profile, 'utf8');
  const connection = {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(insecure && { insecure }),
  };
  const sources = { environment, folder, prompt: undefined, connection };
  return readProfile(text, sources, profilePartsOf(suites));
}
