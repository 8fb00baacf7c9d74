import { setTimeout } from 'node:timers/promises';
import type { Basis } from './basis.ts';
import type { Gap } from './gap.ts';
import type { Exchange } from './http/exchange.ts';
import type { RawRequest, Request } from './http/request.ts';
import type { Target } from './http/target.ts';
import type { Learned } from './learned.ts';
import type { Failure } from './outcome.ts';
import type { Profile } from './profile/profile.ts';
import type { ProfilePart } from './profile/profile-part.ts';
import type { SourceDescription } from './report/describe-source.ts';
import type { Secrets } from './secrets.ts';

/** Something that checks need of a server or its profile. A check whose need is not met is skipped. */
export interface Need {
  isMet(profile: Profile): boolean;
  /** Why a check is skipped without it: `the profile has no fixtures.account`. */
  readonly missing: string;
  /** Whether a correct server may lack it, so that the verdict does not depend on these checks. @default false */
  readonly optional?: boolean;
}

/** What a check uses of the login attempts that a rate-limited server allows. */
export interface Cost {
  /** Logins that succeed. */
  readonly logins: number;
  /** Logins that fail. */
  readonly failures: number;
}
export const free: Cost = { logins: 0, failures: 0 };

export interface Rule {
  /** `subject/what-holds` in kebab-case. Never renamed, because baselines and waivers contain it. */
  readonly id: string;
  /** What a correct server does, in one sentence that starts with a verb. */
  readonly rule: string;
  readonly basis: Basis;
  /** Where the rule comes from: an RFC section (`RFC 9110 15.5.6`), a part of a document, or what `describeSource` of the suite knows. */
  readonly source: string;
  readonly operation?: string;
}

export type Verdict = Failure | readonly Failure[] | undefined;

export interface Check<Context extends CheckContext = CheckContext> extends Rule {
  /** Names in `needs` of the suite, or `destructive` and `fuzz`, which are options of a run. */
  readonly needs: readonly string[];
  readonly cost: Cost;
  /** Runs while no other check does, because it logs in, measures time, or counts what other checks change. @default false */
  readonly exclusive?: boolean;
  /** Whether it sends other values in each round of a run with `thorough`. @default false */
  readonly isVaried?: boolean;
  /** Checks of a lower stage run first, whatever their cost. 0 when absent. */
  readonly stage?: number;
  /**
   * Returns nothing when the check passes, its failures otherwise (or throws them, with `fail`). Throws `CheckSkipped` when
   * something that the rule does not name prevents the test.
   * @param round 0, or more in a run with `thorough` if the check `isVaried`
   */
  run(context: Context, round?: number): Promise<Verdict>;
}

/** A check of every response in a run, whichever check sent the request. */
export interface ResponseCheck extends Rule {
  /**
   * Whether what it finds in a response depends on that request only, so that it finds it again when the request is sent again.
   * Such a finding is confirmed before it is reported. @default false
   */
  readonly isRepeatable?: boolean;
  /** Called once per run, so that each run has its own state. */
  watch(context: CheckContext): Watcher;
}

/** For a response to which a rule does not apply. A check that judged no response is skipped. */
export const notJudged = Symbol('not judged');
export type Judgement = Verdict | typeof notJudged;

export interface Watcher {
  inspect(exchange: Exchange): Judgement;
  /** After the last exchange. */
  end?(): Verdict;
}

export interface CheckContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly secrets: Secrets;
  /**
   * `--seed`: the only source of chance in a run, except for each `Idempotency-Key` and for names that must be new on a server
   * that has those of earlier runs.
   */
  readonly seed: number;
  /** The time for one-time codes and for waits. */
  readonly clock: Clock;
  /**
   * Sends, and waits after a 429 as long as `--max-time` allows. A check of an operation that must wait longer than 2 s runs
   * again after all others, and waits then. Throws `CheckSkipped` (`rate-limited: …`) when the wait is too long, when no response
   * came, and after a 502, 503 or 504, which says nothing about the rule. Checks of rate limits and framing use `target.send`.
   */
  call(request: Request | RawRequest): Promise<CompletedExchange>;
  /** Adds a note to the report. Does not change the verdict. */
  observe(note: string): void;
  /**
   * Registers `undo`, which runs after the last check, last registered first. It returns or throws what it could not undo. The
   * run ends its checks early enough for the milliseconds that it needs now.
   */
  cleanUp(name: string, undo: Undo, neededMs?: () => number): void;
  /**
   * Says that there is something on the server now that the run has to remove, also if its process is ended. `undo` removes it:
   * leave it out if it may be another's. `cleanUp` removes it when the run ends by itself.
   */
  made(resource: string, undo?: Request): void;
  gone(resource: string): void;
  /** Whether requests may change or delete what this run did not create. */
  readonly destructive: boolean;
  /** Milliseconds in which each response must be complete. */
  readonly maxResponseMs: number;
  /** Milliseconds until `--max-time` is up. */
  remaining(): number;
}

/** Undoes what checks did. Returns a sentence for each thing that is left. */
// biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to return.
export type Undo = () => Promise<string | readonly string[] | undefined | void>;

/** Reads the time and waits. Tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** `reason` says what the run waits for: `the server rate-limits login`. */
  pause(ms: number, reason?: string): Promise<unknown>;
}

export const realClock: Clock = { now: Date.now, pause: (ms) => setTimeout(ms) };

export type CompletedExchange = Exchange & { readonly response: NonNullable<Exchange['response']> };

export function hasResponse(exchange: Exchange): exchange is CompletedExchange {
  return exchange.response !== undefined;
}

/** A set of checks with the preparation that they share. */
export interface Suite<Context extends CheckContext = CheckContext> {
  readonly name: string;
  /** The seed of a run that is given none. @default 1 */
  readonly seed?: number;
  readonly checks: readonly Check<Context>[];
  readonly responseChecks: readonly ResponseCheck[];
  /** What its checks need, by name. */
  readonly needs?: Readonly<Record<string, Need>>;
  /** The fields that it reads from a profile. */
  readonly profile?: ProfilePart;
  /** Runs before the first check and extends the context. Throws `CannotTestError` when there is nothing to test. */
  prepare(context: CheckContext): Promise<Context>;
  /** Called before `size` checks run in parallel, before each exclusive check, and after the last check. */
  beginBatch?(context: Context, size: number): void;
  /** Whether the server has rejected a request since `beginBatch` because of what others created. Such checks run again alone. */
  hasReachedLimit?(context: Context): boolean;
  /** How many seconds to wait when a response other than HTTP 429 says that requests are rate-limited. */
  rateLimitWait?(exchange: CompletedExchange): number | undefined;
  /** The status that a response means, when HTTP 200 may carry a failure. */
  statusOf?(exchange: CompletedExchange): number;
  /** Reads the trace id of a response, for the report. */
  traceOf?(exchange: CompletedExchange): string | undefined;
  /** A run passes only if each operation that it called succeeded once. @default false */
  readonly requiresSuccess?: boolean;
  /** Operations and the statuses declared for them, for coverage. */
  readonly declared?: readonly DeclaredOperation[];
  /** The paths of the servers that its document names: `/api/v3`. */
  readonly basePaths?: readonly string[];
  /** The operation that a request reached, when its settings do not say. */
  operationOf?(exchange: Exchange, baseUrl: string): string | undefined;
  /** The secrets in an exchange of a client, each with the name that masks it. */
  secretsIn?(exchange: Exchange): readonly (readonly [name: string, value: string])[];
  /** The words of its document, which are no secret in a message of the server. */
  publicWords?(): ReadonlySet<string>;
  /** What it cannot judge, as far as is known. Asked at the end of a run, and for the list of checks. */
  gaps?(): readonly Gap[];
  /** What it found out about the values that the server accepts. Asked at the end of a run. */
  learned?(): readonly Learned[];
  /** Describes a source of its rules. Undefined for a source that it doesn't know. */
  describeSource?(source: string): SourceDescription | undefined;
}

export interface DeclaredOperation {
  readonly operation: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  /** `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  /** The names of its parameters. */
  readonly values?: readonly string[];
}

/** The key in `responses` that describes a status: the status, its range, or `default`. */
export function declaredAs(status: string, names: readonly string[]): string | undefined {
  const range = `${status[0]}XX`;
  return (
    names.find((name) => name === status) ??
    names.find((name) => name.toUpperCase() === range) ??
    names.find((name) => name === 'default')
  );
}
