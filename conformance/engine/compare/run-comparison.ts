import { type CheckContext, hasResponse } from '../check.ts';
import { createDocumentModel } from '../document/document-model.ts';
import type { ApiDocument } from '../document/model/api-document.ts';
import { createOperationMatcher } from '../document/model/match-path.ts';
import type { Operation } from '../document/model/operation.ts';
import { isRaw, parseBaseUrl, type RawRequest, type Request } from '../http/request.ts';
import type { Target } from '../http/target.ts';
import { isSafe } from '../not-sent.ts';
import type { Profile } from '../profile/profile.ts';
import { runCheck, trackActivity } from '../run/run-check.ts';
import { createRunContext } from '../run/run-context.ts';
import type { RunOptions } from '../run/run-options.ts';
import { inOrder, isSelected, unmetNeed } from '../run/select-checks.ts';
import type { RunnableSuite } from '../suite.ts';
import { type Cause, createCollection } from './collect-causes.ts';
import { dataKinds } from './differences.ts';
import { type Followed, openFollower } from './follow.ts';
import type { OwnIds } from './own-ids.ts';

type Shared = Pick<RunOptions, 'secrets' | 'seed' | 'readOnly' | 'maxTimeMs' | 'signal' | 'clock'>;

/** A server, and what is known about it. */
export interface ComparedServer {
  readonly target: Target;
  readonly profile: Profile;
  /** Called for what the run makes and removes there. */
  readonly onEvent: NonNullable<RunOptions['onEvent']>;
}

export interface ComparisonOptions extends Shared {
  readonly document: ApiDocument;
  /** The checks of the document, which send the requests. */
  readonly suite: RunnableSuite;
  readonly before: ComparedServer;
  /** The earlier server once more, for what differs there by itself. */
  readonly again: ComparedServer;
  readonly after: ComparedServer;
}

export interface ComparisonResult {
  readonly causes: readonly Cause[];
  /** The operations whose responses were compared, with how many. */
  readonly compared: ReadonlyMap<Operation, number>;
  readonly operations: readonly Operation[];
  /** What is left on each server. */
  readonly leftovers: readonly string[];
  /** Why nothing, or no more, could be compared. */
  readonly stopReason: string | undefined;
}

/**
 * Sends the requests of a test run to the earlier server. Twins of each go to the later server, and to the earlier one again,
 * each on resources of its own.
 */
export async function runComparison(options: ComparisonOptions): Promise<ComparisonResult> {
  const { document, suite, before, again, after } = options;
  const model = createDocumentModel(document, {});
  const first = { baseUrl: before.target.baseUrl, profile: oneAtATime(before.profile) };
  const open = (server: ComparedServer, salt: string, others?: OwnIds) =>
    openFollower({
      ...options,
      ...server,
      ...(others && { others }),
      model,
      profile: oneAtATime(server.profile),
      first,
      salt,
    });
  const repeating = open(again, 'again');
  const followers = { again: repeating, after: open(after, 'after', repeating.ids) };
  const collection = createCollection(document);
  const compared = new Map<Operation, number>();

  const matches = createOperationMatcher(model.operations, parseBaseUrl(first.baseUrl).prefix);
  const mirrored = mirror(before.target, async (request, exchange) => {
    const operation = matches(exchange);
    if (operation === undefined || !hasResponse(exchange) || exchange.response.status === 503)
      return;
    const repeat = async () => {
      const repetition = await followers.again.follow(operation, request, exchange);
      if (repetition !== undefined) collection.addRepetition(repetition);
    };
    await repeat();
    const followed = await followers.after.follow(operation, request, exchange);
    if (followed === undefined) return;
    // Some values are the same twice by chance.
    if (isSafe(request.method) && hasOtherData(followed)) await repeat();
    collection.add(followed);
    compared.set(operation, (compared.get(operation) ?? 0) + 1);
  });

  const activity = trackActivity();
  const context = createRunContext(
    { ...options, ...before, profile: first.profile, target: mirrored.target, suites: [suite] },
    activity,
  );
  const stopReason = await runAll(suite, context, options, activity);
  mirrored.stop();
  const names = ['the earlier server', 'the earlier server, second run', 'the later server'];
  const left = await Promise.all([
    context.undoAll(),
    followers.again.close(),
    followers.after.close(),
  ]);
  before.target.close();
  return {
    causes: collection.causes(),
    compared,
    operations: model.operations,
    leftovers: left.flatMap((lines, at) => lines.map((line) => `${names[at]}: ${line}`)),
    stopReason,
  };
}

const hasOtherData = ({ differences }: Followed) =>
  differences.some(({ kind }) => dataKinds.has(kind));

/** A twin needs to know what the requests before it have created. */
const oneAtATime = (profile: Profile): Profile => ({
  ...profile,
  limits: { ...profile.limits, parallel: 1 },
});

/** A target that shows each request of the run with what came of it, and waits for the listener, one after the other. */
function mirror(
  target: Target,
  show: (request: Request, exchange: Awaited<ReturnType<Target['send']>>) => Promise<void>,
) {
  let isOn = true;
  let queue: Promise<unknown> = Promise.resolve();
  const send = async (request: Request | RawRequest) => {
    const exchange = await target.send(request);
    if (isOn && !isRaw(request)) await show(request, exchange);
    return exchange;
  };
  return {
    target: {
      ...target,
      send: (request: Request | RawRequest) => {
        const sent = queue.then(() => send(request));
        queue = sent.catch(() => {});
        return sent;
      },
    },
    stop: () => {
      isOn = false;
    },
  };
}

// What a server does with a method that the document does not declare would make its records differ from those of the others.
const skip = ['document/large-body', 'document/undeclared-method'];

/** Runs the checks, whose requests are what is compared. Returns why not all of them could run. */
async function runAll(
  suite: RunnableSuite,
  context: CheckContext,
  options: ComparisonOptions,
  activity: ReturnType<typeof trackActivity>,
): Promise<string | undefined> {
  const { profile } = context;
  const judging = { strict: false, wire: false, waivers: [], known: [], now: context.clock.now() };
  for (const check of inOrder(await suite.start(context))) {
    // Random requests tell little about two servers that three times as many others do not.
    if (unmetNeed(check, suite.needs, { profile, fuzz: false }) !== undefined) continue;
    if (!isSelected(check, { skip })) continue;
    if (options.signal?.aborted === true) return String(options.signal.reason?.message);
    if (context.remaining() <= 0) return 'the time was up (--max-time)';
    suite.beginBatch?.(1);
    const { stopReason, outcome } = await runCheck(check, context, judging, activity, false);
    if (stopReason !== undefined) return stopReason;
    if (outcome.kind === 'error') return `an error in the test tool: ${outcome.reason}`;
  }
  return undefined;
}
