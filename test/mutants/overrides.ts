import { afterAwake } from '../../conformance/engine/http/connect.ts';
import { codeOf } from '../../examples/implementations/node-http/totp.ts';
import {
  type Behaviour,
  isRefusal,
  type Key,
  type LoginBody,
  type ModelRequest,
  type Outcome,
  type Refusal,
  type Reply,
  type State,
  type Success,
} from './model/behaviour.ts';
import { correct, stepAt } from './model/correct.ts';

type Json = Readonly<Record<string, unknown>>;
type Change = (data: Json) => Json;
type Overrides = Partial<Behaviour>;

export function withLoginData(change: Change): Overrides {
  return { loginResult: (state, session) => change(correct.loginResult(state, session)) };
}

export function withKeyData(change: Change): Overrides {
  return { generateResult: (state, key) => change(correct.generateResult(state, key)) };
}

export function withRevocationData(change: Change): Overrides {
  return { revokeResult: (state, key) => change(correct.revokeResult(state, key)) };
}

/** Replaces the exact comparison of passwords. */
export function comparePasswords(equal: (real: string, given: string) => boolean): Overrides {
  return { verifyPassword: async (_state, account, given) => equal(account?.password ?? '\0', given) };
}

/** Accepts some keys in place of access tokens, which a server may do. */
export function keysAsBearer(accepted: (key: Key) => boolean): Overrides {
  return {
    findSession: (state, given) => {
      const key = [...state.keys.values()].find(({ secret }) => secret === given);
      if (key === undefined) return correct.findSession(state, given);
      return accepted(key) ? { token: given, owner: key.owner, until: Number.POSITIVE_INFINITY } : undefined;
    },
  };
}
export const isActive = ({ revokedAt }: Key) => revokedAt === undefined;

/** Accepts the one-time codes of the time steps at these offsets. */
export function acceptingCodes(offsets: readonly number[]): Overrides {
  return {
    matchStep: (state, { totpSecret = '' }, code) =>
      offsets.map((offset) => stepAt(state.now()) + offset).find((step) => codeOf(step, totpSecret) === code),
  };
}

/** Passes login bodies to the operation without a check. */
export const uncheckedLogin: Overrides = {
  readJson: (bytes) => ({ value: JSON.parse(bytes.toString()) }),
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const body = Object(value);
    // The mutant's error is that these fields may have any type.
    return { ...body, identity: body.identity } as LoginBody;
  },
};

/** Changes every envelope. */
export function envelope(change: (envelope: Json, outcome: Success | Refusal) => Json): Overrides {
  return {
    envelope: (state, outcome, request, latencyMs) =>
      change(correct.envelope(state, outcome, request, latencyMs), outcome),
  };
}

export function status(change: (status: Json, outcome: Success | Refusal) => Json): Overrides {
  return envelope((whole, outcome) => ({ ...whole, status: change(Object(whole.status), outcome) }));
}

/** Changes the envelopes of successes, or of failures. */
export function onSuccess(change: (envelope: Json) => Json): Overrides {
  return envelope((whole, outcome) => (isRefusal(outcome) ? whole : change(whole)));
}
export function onFailure(change: (envelope: Json, refusal: Refusal) => Json): Overrides {
  return envelope((whole, outcome) => (isRefusal(outcome) ? change(whole, outcome) : whole));
}

/** Changes responses. */
export function withReply(
  change: (reply: Reply, outcome: Outcome, request: ModelRequest | undefined) => Reply,
): Overrides {
  return {
    reply: (state, outcome, request, latencyMs) =>
      change(correct.reply(state, outcome, request, latencyMs), outcome, request),
  };
}

/** Changes the text of every response. */
export function text(change: (body: string) => string | Buffer): Overrides {
  return withReply((reply) => ({ ...reply, body: change(String(reply.body)) }));
}

/** Changes what rejected logins return. */
export function withRejectedLogin(
  change: (refusal: Refusal, state: State, body: LoginBody) => Refusal,
): Overrides {
  return {
    login: async (state, body) => {
      const outcome = await correct.login(state, body);
      return isRefusal(outcome) ? change(outcome, state, body) : outcome;
    },
  };
}

/** Changes the HTTP status of every response. */
export function http(change: (status: number, outcome: Success | Refusal) => number): Overrides {
  return withReply((reply, outcome) => ({ ...reply, status: change(reply.status, outcome) }));
}

/** Changes the headers of every response. `undefined` removes a header. */
export function headers(
  change: (outcome: Success | Refusal) => Readonly<Record<string, string | undefined>>,
): Overrides {
  return {
    headers: (state, outcome, request) => {
      const all = { ...correct.headers(state, outcome, request), ...change(outcome) };
      const present = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      return Object.fromEntries(present);
    },
  };
}

/** Reads JSON that the correct server rejects. */
export function lenient(read: (bytes: Buffer) => unknown): Overrides {
  return {
    readJson: (bytes) => {
      const strict = correct.readJson(bytes);
      if (!isRefusal(strict)) return strict;
      try {
        return { value: read(bytes) };
      } catch {
        return strict;
      }
    },
  };
}

/** Changes the envelope of every failure, and its HTTP status if `http` is given. */
export function changeFailures(
  change: (status: Json, refusal: Refusal, request: ModelRequest | undefined) => Json,
  http?: (status: number, refusal: Refusal) => number,
): Overrides {
  return {
    envelope: (state, outcome, request, latencyMs) => {
      const envelope = correct.envelope(state, outcome, request, latencyMs);
      return isRefusal(outcome)
        ? { ...envelope, status: change(Object(envelope.status), outcome, request) }
        : envelope;
    },
    ...withReply((reply, outcome) =>
      isRefusal(outcome) && http ? { ...reply, status: http(reply.status, outcome) } : reply,
    ),
  };
}

/** Changes the code of some failures, in the envelope and in HTTP. */
export function withFailureCodes(codes: Partial<Record<Refusal['reason'] | number, number>>): Overrides {
  const other = (code: number, { reason }: Refusal) => codes[reason] ?? codes[code] ?? code;
  return changeFailures(
    (status, refusal) => ({ ...status, code: other(Number(status.code), refusal) }),
    other,
  );
}

export function withHeaders(
  change: (headers: ReturnType<Behaviour['headers']>) => ReturnType<Behaviour['headers']>,
) {
  const overrides: Overrides = {
    headers: (state, outcome, request) => change(correct.headers(state, outcome, request)),
  };
  return overrides;
}

export function counter(): () => string {
  let count = 1_000;
  return () => {
    count += 1;
    return String(count);
  };
}

// Long enough for a parallel request to arrive, and short because most requests have none.
const maxWaitMs = 1_000;

/**
 * Makes a behaviour with a barrier: a request that calls `waitForOther` waits until a second one calls it too. Both then
 * continue one right after the other, however fast the machine is.
 */
export function withBarrier<Made>(make: (waitForOther: () => Promise<void>) => Made): Made {
  return make(createBarrier());
}

function createBarrier(): () => Promise<void> {
  let waiting: (() => void) | undefined;
  return () =>
    new Promise((resolve) => {
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
}
