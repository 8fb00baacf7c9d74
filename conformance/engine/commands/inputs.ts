import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { catalogueOf } from '../check-catalogue.ts';
import { SeverityError } from '../diff/severities.ts';
import { SuppressionError } from '../diff/suppressions.ts';
import { openDocument } from '../document/document-suite.ts';
import { DocumentError } from '../document/model/api-document.ts';
import type { Hooks } from '../hooks.ts';
import type { Header } from '../http/request.ts';
import type { Target, TargetOptions } from '../http/target.ts';
import { openTarget } from '../profile/open-target.ts';
import { emptyProfile, type Profile } from '../profile/profile.ts';
import { ProfileError, readProfile } from '../profile/read-profile.ts';
import { BaselineError, readBaseline } from '../run/baseline.ts';
import type { KnownFailure } from '../run/judge.ts';
import type { Secrets } from '../secrets.ts';
import { selectOperations, UnknownOperationError } from '../select-operations.ts';
import { profilePartsOf, type RunnableSuite } from '../suite.ts';
import { ask } from '../terminal/ask.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fileError, UsageError } from '../terminal/usage-error.ts';
import { truncate } from '../truncate.ts';
import { loadSuites } from './load-modules.ts';
import { checkSelection, type ListOptions, type TestOptions } from './options.ts';
import type { TestProgram } from './test-program.ts';

export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw fileError('read', file, cause);
  }
}

/** Asks for a secret. @throws UsageError if the user cancels. */
export type Prompt = (name: string) => Promise<string>;

export function promptAt(terminal: Terminal): Prompt | undefined {
  return terminal.mayAsk() ? (name) => askSecret(terminal, name) : undefined;
}

export async function readProfileFile(
  { environment, prompt }: Pick<Terminal, 'environment'> & { readonly prompt: Prompt | undefined },
  file: string | undefined,
  suites: readonly RunnableSuite[],
): Promise<Profile> {
  if (file === undefined) return emptyProfile;
  const sources = { environment, folder: dirname(resolve(file)), prompt };
  return readAndParse(file, (text) => readProfile(text, sources, profilePartsOf(suites)));
}

export async function readBaselineFile(file: string | undefined): Promise<readonly KnownFailure[]> {
  return file === undefined ? [] : readAndParse(file, readBaseline);
}

/** @throws UsageError if the file cannot be read, or has an error. */
export async function readAndParse<Result>(
  file: string,
  parse: (text: string) => Result | Promise<Result>,
): Promise<Result> {
  const text = await readTextFile(file);
  return asUsage(() => parse(text));
}

/**
 * Returns the checks of the contract, or those derived from a document, and those of `--suite`.
 * @throws UsageError if a check of `--suite` has the id of another check.
 */
export async function openSuites(
  program: TestProgram,
  options: Pick<TestOptions, 'document' | 'allowFiles' | 'maxExamples' | 'suite'>,
): Promise<RunnableSuite[]> {
  const own = await loadSuites(options.suite ?? []);
  const suites = [...(await openContract(program, options, own.length > 0)), ...own];
  const ids = new Set<string>();
  for (const { id } of suites.flatMap(({ checks }) => checks)) {
    if (ids.has(id)) throw new UsageError(`two checks have the id ${id}`);
    ids.add(id);
  }
  return suites;
}

async function openContract(
  { contract }: TestProgram,
  options: Pick<TestOptions, 'document' | 'allowFiles' | 'maxExamples'>,
  hasOthers: boolean,
): Promise<RunnableSuite[]> {
  const { document } = options;
  if (contract !== undefined) return asUsage(() => contract.open(document, options));
  if (document !== undefined) return asUsage(() => openDocument(document, options));
  if (hasOthers) return [];
  throw new UsageError(
    'give the OpenAPI document of the server with --document, or checks of your own with --suite',
  );
}

/** Opens the suites, and chooses the operations of the options. `rules` has those that are left out too. */
export async function openChosen(program: TestProgram, options: ListOptions) {
  const all = await openSuites(program, options);
  const rules = catalogueOf(all);
  checkSelection(options, rules);
  return { suites: chooseOperations(all, options), rules };
}

function chooseOperations(
  suites: readonly RunnableSuite[],
  { operation, tag }: Pick<TestOptions, 'operation' | 'tag'>,
): RunnableSuite[] {
  try {
    return selectOperations(suites, {
      ...(operation && { operations: operation }),
      ...(tag && { tags: tag }),
    });
  } catch (cause) {
    if (!(cause instanceof UnknownOperationError)) throw cause;
    const { list, pattern, known } = cause;
    const option = list === 'tags' ? '--tag' : '--operation';
    if (/^https?:/.test(pattern))
      throw new UsageError(
        `${option} read ${pattern} as a pattern: give the base URL before the options`,
      );
    const [what, hint] =
      list === 'tags'
        ? ['operation has the tag', `The tags are ${truncate(known.join(', '), 200)}.`]
        : ['operation matches', 'test --list --json shows the operation of each check.'];
    throw new UsageError(
      `${option}: no ${what} ${pattern}. ${didYouMean(pattern, known).trim() || hint}`,
    );
  }
}

/** @throws UsageError if `read` finds an error in a file. */
export async function asUsage<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    const isInFile = [
      DocumentError,
      ProfileError,
      BaselineError,
      SuppressionError,
      SeverityError,
    ].some((kind) => cause instanceof kind);
    if (isInFile && cause instanceof Error) throw new UsageError(cause.message, { cause });
    throw cause;
  }
}

export function readHeaders(lines: readonly string[]): Header[] {
  return lines.map((line) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError('--header must have the form "Name: value"');
    return [name, value];
  });
}

async function askSecret(terminal: Terminal, name: string): Promise<string> {
  const typed = await ask(terminal, name);
  if (typed === undefined) throw new UsageError('cancelled at the prompt');
  return typed;
}

/** Opens the server under test. @throws UsageError if the base URL or a certificate cannot be used. */
export async function connect(
  baseUrl: string,
  { ca, cert, key, insecure = false }: Pick<TestOptions, 'ca' | 'cert' | 'key' | 'insecure'>,
  profile: Profile,
  secrets: Secrets,
  options: Partial<TargetOptions> & { readonly hooks?: Hooks } = {},
): Promise<Target> {
  const certificates = {
    ...(ca !== undefined && { ca: await readTextFile(ca) }),
    ...(cert !== undefined && { cert: await readTextFile(cert) }),
    ...(key !== undefined && { key: await readTextFile(key) }),
  };
  try {
    return openTarget(profile, secrets, { baseUrl, insecure, ...certificates, ...options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
