import { type Behaviour, correct } from '../model/behaviour.ts';
import { isRefusal, type Outcome, type Refusal } from '../model/outcome.ts';

type Json = Readonly<Record<string, unknown>>;

/** Every failure, changed in its envelope and, where given, in its HTTP status. */
export function failing(
  change: (status: Json, refusal: Refusal) => Json,
  http?: (status: number, refusal: Refusal) => number,
): Partial<Behaviour> {
  return {
    envelope: (world, outcome, asked, latencyMs) => {
      const envelope = correct.envelope(world, outcome, asked, latencyMs);
      return isRefusal(outcome)
        ? { ...envelope, status: change(Object(envelope.status), outcome) }
        : envelope;
    },
    reply: (world, outcome, asked, latencyMs) => {
      const reply = correct.reply(world, outcome, asked, latencyMs);
      return isRefusal(outcome) && http ? { ...reply, status: http(reply.status, outcome) } : reply;
    },
  };
}

/** Failures of one kind with another status, in both places. */
export function answering(codes: Partial<Record<Refusal['reason'] | number, number>>): Partial<Behaviour> {
  const other = (code: number, { reason }: Refusal) => codes[reason] ?? codes[code] ?? code;
  return failing((status, refusal) => ({ ...status, code: other(Number(status.code), refusal) }), other);
}

export function enveloping(change: (envelope: Json, outcome: Outcome) => Json): Partial<Behaviour> {
  return {
    envelope: (world, outcome, asked, latencyMs) =>
      change(correct.envelope(world, outcome, asked, latencyMs), outcome),
  };
}

export function withHeaders(
  change: (headers: ReturnType<Behaviour['headers']>) => ReturnType<Behaviour['headers']>,
) {
  const overrides: Partial<Behaviour> = {
    headers: (world, outcome, asked) => change(correct.headers(world, outcome, asked)),
  };
  return overrides;
}

export function counted(): () => string {
  let count = 1_000;
  return () => {
    count += 1;
    return String(count);
  };
}
