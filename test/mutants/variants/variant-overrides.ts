import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { isRefusal, type Outcome, type Refusal } from '../model/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

/** Changes the envelope of every failure, and its HTTP status if `http` is given. */
export function changeFailures(
  change: (status: Json, refusal: Refusal, request: ModelRequest | undefined) => Json,
  http?: (status: number, refusal: Refusal) => number,
): Partial<Behaviour> {
  return {
    envelope: (world, outcome, request, latencyMs) => {
      const envelope = correct.envelope(world, outcome, request, latencyMs);
      return isRefusal(outcome)
        ? { ...envelope, status: change(Object(envelope.status), outcome, request) }
        : envelope;
    },
    reply: (world, outcome, request, latencyMs) => {
      const reply = correct.reply(world, outcome, request, latencyMs);
      return isRefusal(outcome) && http ? { ...reply, status: http(reply.status, outcome) } : reply;
    },
  };
}

/** Changes the code of some failures, in the envelope and in HTTP. */
export function withFailureCodes(
  codes: Partial<Record<Refusal['reason'] | number, number>>,
): Partial<Behaviour> {
  const other = (code: number, { reason }: Refusal) => codes[reason] ?? codes[code] ?? code;
  return changeFailures(
    (status, refusal) => ({ ...status, code: other(Number(status.code), refusal) }),
    other,
  );
}

export function changeEnvelope(change: (envelope: Json, outcome: Outcome) => Json): Partial<Behaviour> {
  return {
    envelope: (world, outcome, request, latencyMs) =>
      change(correct.envelope(world, outcome, request, latencyMs), outcome),
  };
}

export function withHeaders(
  change: (headers: ReturnType<Behaviour['headers']>) => ReturnType<Behaviour['headers']>,
) {
  const overrides: Partial<Behaviour> = {
    headers: (world, outcome, request) => change(correct.headers(world, outcome, request)),
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
