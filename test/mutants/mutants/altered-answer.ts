import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/behaviour.ts';
import { isRefusal, type Refusal, type Success } from '../model/outcome.ts';

type Json = Readonly<Record<string, unknown>>;
type Overrides = Partial<Behaviour>;

/** Every envelope, changed. */
export function envelope(change: (envelope: Json, outcome: Success | Refusal) => Json): Overrides {
  return {
    envelope: (world, outcome, asked, latencyMs) =>
      change(correct.envelope(world, outcome, asked, latencyMs), outcome),
  };
}

export function status(change: (status: Json, outcome: Success | Refusal) => Json): Overrides {
  return envelope((whole, outcome) => ({ ...whole, status: change(Object(whole.status), outcome) }));
}

/** Envelopes of successes, or of failures, changed. */
export function onSuccess(change: (envelope: Json) => Json): Overrides {
  return envelope((whole, outcome) => (isRefusal(outcome) ? whole : change(whole)));
}
export function onFailure(change: (envelope: Json, refusal: Refusal) => Json): Overrides {
  return envelope((whole, outcome) => (isRefusal(outcome) ? change(whole, outcome) : whole));
}

/** The text of every answer, changed. */
export function text(change: (body: string) => string | Buffer): Overrides {
  return {
    reply: (world, outcome, asked, latencyMs) => {
      const reply = correct.reply(world, outcome, asked, latencyMs);
      return { ...reply, body: change(String(reply.body)) };
    },
  };
}

/** The HTTP status of every answer, changed. */
export function http(change: (status: number, outcome: Success | Refusal) => number): Overrides {
  return {
    reply: (world, outcome, asked, latencyMs) => {
      const reply = correct.reply(world, outcome, asked, latencyMs);
      return { ...reply, status: change(reply.status, outcome) };
    },
  };
}

/** The headers of every answer, changed; undefined takes one away. */
export function headers(
  change: (outcome: Success | Refusal) => Readonly<Record<string, string | undefined>>,
): Overrides {
  return {
    headers: (world, outcome, asked) => {
      const all = { ...correct.headers(world, outcome, asked), ...change(outcome) };
      const kept = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      );
      return Object.fromEntries(kept);
    },
  };
}

/** What a reader of JSON lets through that the correct one refuses. */
export function lenient(read: (octets: Buffer) => unknown): Overrides {
  return {
    readJson: (octets) => {
      const strict = correct.readJson(octets);
      if (!isRefusal(strict)) return strict;
      try {
        return { value: read(octets) };
      } catch {
        return strict;
      }
    },
  };
}
