import { afterAwake } from '../../conformance/engine/http/connect.ts';
import {
  type Behaviour,
  isRefusal,
  type Json,
  type Key,
  type ModelRequest,
  type Outcome,
  type Refusal,
  type Reply,
  refuse,
  type Session,
  type Success,
} from './model/behaviour.ts';
import { correct } from './model/correct.ts';

type Overrides = Partial<Behaviour>;

/** The fields to replace. `undefined` removes one. */
type Change<Fields, Given extends readonly unknown[]> =
  | Fields
  | ((before: Fields, ...given: Given) => Fields);

function changed<Fields extends object, Given extends readonly unknown[]>(
  before: Fields,
  change: Change<Fields, Given>,
  ...given: Given
): Fields {
  return { ...before, ...(typeof change === 'function' ? change(before, ...given) : change) };
}

export function withLoginData(change: Change<Json, [session: Session]>): Overrides {
  return {
    loginResult: (state, session) => changed(correct.loginResult(state, session), change, session),
  };
}

export function withKeyData(change: Change<Json, [key: Key]>): Overrides {
  return {
    generateResult: (state, key) => changed(correct.generateResult(state, key), change, key),
  };
}

export function withRevocationData(change: Change<Json, [key: Key]>): Overrides {
  return { revokeResult: (state, key) => changed(correct.revokeResult(state, key), change, key) };
}

type Responded = [outcome: Outcome, request: ModelRequest | undefined];

/** Which responses change. */
type Which = (outcome: Partial<Success & Refusal>, request: ModelRequest | undefined) => boolean;
export const always: Which = () => true;
export const succeeded: Which = ({ data }) => data !== undefined;
export const failed: Which = ({ reason }) => reason !== undefined;
export const returned =
  (field: string): Which =>
  ({ data }) =>
    data !== undefined && field in data;
export const failedWith =
  (...reasons: readonly Refusal['reason'][]): Which =>
  ({ reason }) =>
    reason !== undefined && reasons.includes(reason);

export function envelope(change: Change<Json, Responded>, which = always): Overrides {
  return {
    envelope: (state, outcome, request, latencyMs) => {
      const before = correct.envelope(state, outcome, request, latencyMs);
      return which(outcome, request) ? changed(before, change, outcome, request) : before;
    },
  };
}

export function status(change: Change<Json, Responded>, which = always): Overrides {
  return envelope(
    ({ status: before }, ...responded) => ({
      status: changed(Object(before), change, ...responded),
    }),
    which,
  );
}

export function withReply(change: Change<Partial<Reply>, Responded>, which = always): Overrides {
  return {
    reply: (state, outcome, request, latencyMs) => {
      const before = correct.reply(state, outcome, request, latencyMs);
      return which(outcome, request)
        ? { ...before, ...changed(before, change, outcome, request) }
        : before;
    },
  };
}

export function text(change: (body: string) => string | Buffer): Overrides {
  return withReply(({ body }) => ({ body: change(String(body)) }));
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export function headers(change: Change<Headers, Responded>, which = always): Overrides {
  return {
    headers: (state, outcome, request) => {
      const before = correct.headers(state, outcome, request);
      if (!which(outcome, request)) return before;
      const all = Object.entries(changed<Headers, Responded>(before, change, outcome, request));
      return Object.fromEntries(
        all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      );
    },
  };
}

export function renaming(
  reasons: Partial<Record<Refusal['reason'], Refusal['reason']>>,
): Overrides {
  return {
    reply: (state, outcome, ...others) => {
      const reason = isRefusal(outcome) ? reasons[outcome.reason] : undefined;
      return correct.reply(
        state,
        reason === undefined ? outcome : { ...outcome, reason },
        ...others,
      );
    },
  };
}

/** Changes the code of some failures, in the envelope and in HTTP. */
export function withFailureCodes(
  codes: Partial<Record<Refusal['reason'] | number, number>>,
): Overrides {
  const other = (code: unknown, outcome: Outcome) =>
    (isRefusal(outcome) ? codes[outcome.reason] : undefined) ?? codes[Number(code)] ?? Number(code);
  return {
    ...status(({ code }, outcome) => ({ code: other(code, outcome) }), failed),
    ...withReply(({ status: code }, outcome) => ({ status: other(code, outcome) }), failed),
  };
}

/** Does this with some requests instead of what they are for. */
export function insteadOf(
  which: (request: ModelRequest) => boolean,
  respond: Behaviour['respond'],
): Overrides {
  return {
    respond: async (state, request) =>
      which(request) ? respond(state, request) : correct.respond(state, request),
  };
}

export function rejecting(
  which: (request: ModelRequest) => boolean,
  ...why: Parameters<typeof refuse>
) {
  return insteadOf(which, async () => refuse(...why));
}

// Long enough for a parallel request to arrive, and short because most requests have none.
const maxWaitMs = 1_000;

/**
 * Makes a behaviour with a barrier: a request that calls `waitForOther` waits until a second one calls it too. Both then
 * continue one right after the other, however fast the machine is.
 */
export function withBarrier(make: (waitForOther: () => Promise<void>) => Overrides): Overrides {
  let waiting: (() => void) | undefined;
  const waitForOther = () =>
    new Promise<void>((resolve) => {
      if (waiting !== undefined) {
        waiting();
        // The first request gets its response before the second continues.
        setImmediate(resolve);
        return;
      }
      const leave = () => {
        timer.cancel();
        waiting = undefined;
        resolve();
      };
      const timer = afterAwake(maxWaitMs, leave);
      waiting = leave;
    });
  return make(waitForOther);
}
