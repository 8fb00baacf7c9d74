import type { DeclaredOperation } from '../check.ts';
import { pathOf, patternOf } from '../document/model/match-path.ts';
import { type Header, headerOf, isRaw, type RawRequest, type Request } from '../http/request.ts';
import { createRateLimiter, type Target } from '../http/target.ts';
import { NotSent } from '../not-sent.ts';
import { CheckSkipped } from '../outcome.ts';
import type { Secrets } from '../secrets.ts';
import { matchesOperation } from '../select-operations.ts';
import type { RunnableSuite } from '../suite.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { type OperationSettings, type Profile, variableName } from './profile.ts';
import { ProfileError } from './read-profile.ts';

type Named = Pick<DeclaredOperation, 'operation' | 'method' | 'path'>;
type Settings = Pick<Profile, 'operations'>;

/** @throws ProfileError for a pattern that matches no operation: its settings would do nothing. */
export function requireKnownOperations(
  { operations }: Settings,
  declared: readonly DeclaredOperation[],
): void {
  const known = declared.flatMap(({ operation, method, path }) => [
    operation,
    path,
    `${method} ${path}`,
  ]);
  const problems = Object.keys(operations)
    .filter((pattern) => !declared.some((one) => matchesOperation(one, pattern)))
    .map(
      (pattern) =>
        `/operations/${pattern}: no operation of the document matches.${didYouMean(pattern, known)}`,
    );
  if (problems.length > 0) throw new ProfileError(problems);
}

/** The settings of one operation: those of every pattern that matches it, of which the later win. */
export function settingsOf(operation: Named, { operations }: Settings): OperationSettings {
  const own = Object.entries(operations).flatMap(([pattern, settings]) =>
    matchesOperation(operation, pattern) ? [settings] : [],
  );
  return Object.assign({}, ...own, {
    headers: own.flatMap(({ headers }) => headers),
    values: Object.assign({}, ...own.map(({ values }) => values)),
  });
}

/** The suites, whose checks of operations that the profile skips do not run. */
export function skipOperations(
  suites: readonly RunnableSuite[],
  profile: Settings,
): readonly RunnableSuite[] {
  return suites.map((suite) => {
    const reasons = new Map(
      (suite.declared ?? []).flatMap((one): [string, string][] => {
        const { skip } = settingsOf(one, profile);
        return skip === undefined ? [] : [[one.operation, reasonOf(skip)]];
      }),
    );
    if (reasons.size === 0) return suite;
    return {
      ...suite,
      start: async (context) =>
        (await suite.start(context)).map((check) => {
          const reason = reasons.get(check.operation ?? '');
          if (reason === undefined) return check;
          return { ...check, run: () => Promise.reject(new CheckSkipped(reason, 'choice')) };
        }),
    };
  });
}

const reasonOf = (skip: string) => `skipped in the profile: ${skip}`;

/**
 * The target, which sends each request with the settings of its operation. No check sends a request to an operation that the
 * profile skips, also one of another operation that would need it.
 */
export function targetWithSettings(
  target: Target,
  declared: readonly DeclaredOperation[],
  profile: Settings,
  secrets: Secrets,
): Target {
  if (Object.keys(profile.operations).length === 0) return target;
  for (const { headers } of Object.values(profile.operations))
    for (const [name, value] of headers) secrets.remember(variableName(name), value);
  const known = declared.map((operation) => {
    const settings = settingsOf(operation, profile);
    const waitForTurn = createRateLimiter(settings.requestsPerSecond);
    return { operation, settings, waitForTurn, pattern: patternOf(operation.path) };
  });

  const ofRequest = (request: Request | RawRequest) => {
    const sent = known.find(({ operation }) => operation.operation === request.settings?.operation);
    if (sent !== undefined || isRaw(request)) return sent;
    const path = pathOf(request.target);
    return known.find(
      ({ operation, pattern }) => operation.method === request.method && pattern.test(path),
    );
  };
  const send = async (request: Request | RawRequest) => {
    const found = ofRequest(request);
    if (found === undefined) return target.send(request);
    const { settings, waitForTurn } = found;
    if (settings.skip !== undefined) throw new NotSent(reasonOf(settings.skip));
    await waitForTurn();
    return target.send(withSettings(request, settings));
  };
  return { ...target, send };
}

function withSettings(
  request: Request | RawRequest,
  { headers, timeoutMs }: OperationSettings,
): Request | RawRequest {
  const settings = { ...(timeoutMs !== undefined && { timeoutMs }), ...request.settings };
  if (isRaw(request)) return { ...request, settings };
  const added = headers.filter(
    ([name]): boolean => headerOf(request.headers, name) === undefined && !isLeftOut(request, name),
  );
  return { ...request, settings, headers: [...(request.headers ?? []), ...added] };
}

/** A check of credentials leaves out the headers that carry them. */
function isLeftOut({ without = [] }: Request, name: Header[0]): boolean {
  return without.some((one) => one.toLowerCase() === name.toLowerCase());
}
