import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal, type Refusal, type Success } from '../model/outcome.ts';

type Json = Readonly<Record<string, unknown>>;
type Overrides = Partial<Behaviour>;

/** Changes every envelope. */
export function envelope(change: (envelope: Json, outcome: Success | Refusal) => Json): Overrides {
  return {
    envelope: (world, outcome, request, latencyMs) =>
      change(correct.envelope(world, outcome, request, latencyMs), outcome),
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

/** Changes the text of every response. */
export function text(change: (body: string) => string | Buffer): Overrides {
  return {
    reply: (world, outcome, request, latencyMs) => {
      const reply = correct.reply(world, outcome, request, latencyMs);
      return { ...reply, body: change(String(reply.body)) };
    },
  };
}

/** Changes the HTTP status of every response. */
export function http(change: (status: number, outcome: Success | Refusal) => number): Overrides {
  return {
    reply: (world, outcome, request, latencyMs) => {
      const reply = correct.reply(world, outcome, request, latencyMs);
      return { ...reply, status: change(reply.status, outcome) };
    },
  };
}

/** Changes the headers of every response. `undefined` removes a header. */
export function headers(
  change: (outcome: Success | Refusal) => Readonly<Record<string, string | undefined>>,
): Overrides {
  return {
    headers: (world, outcome, request) => {
      const all = { ...correct.headers(world, outcome, request), ...change(outcome) };
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
