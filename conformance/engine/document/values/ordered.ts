import { createHash } from 'node:crypto';
import type { Operation } from '../model/operation.ts';
import type { JsonObject } from '../model/pointer.ts';
import type { RequestValues } from './request-values.ts';
import { typeOf } from './sample.ts';
import { numberAt } from './scalars.ts';
import { slotsIn, withSlot } from './slots.ts';

const dayMs = 86_400_000;

/** Midnight of the next day, UTC: what is booked has to be in the future. */
export function tomorrow(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** A time in the form that a slot has, some days after another. Undefined for a slot that has no time. */
export function timeIn(schema: JsonObject, given: unknown, start: number, days: number): unknown {
  const time = new Date(start + days * dayMs);
  if (Number.isNaN(time.valueOf())) return undefined;
  const text = time.toISOString();
  const isDate = schema.format === 'date' || /^\d{4}-\d\d-\d\d$/.test(String(given));
  if (isDate) return text.slice(0, 10);
  const isTime = schema.format === 'date-time' || /^\d{4}-\d\d-\d\d[T ]/.test(String(given));
  return isTime ? text.replace('.000', '') : undefined;
}

/** The values with the later one of each pair after the earlier one, unless they are so already. */
export function inOrder(
  model: Parameters<typeof slotsIn>[0],
  operation: Operation,
  values: RequestValues,
  start: number,
): RequestValues {
  const slots = slotsIn(model, operation, values);
  let ordered = values;
  for (const later of slots) {
    const { role } = later;
    if (role.kind !== 'ordered') continue;
    const around = later.at.slice(0, -1).join('/');
    const earlier = slots.find(
      (one) =>
        one.name === role.after && one.in === later.in && one.at.slice(0, -1).join('/') === around,
    );
    if (earlier === undefined || isLater(earlier.value, later.value)) continue;
    const first = timeIn(earlier.schema, earlier.value, start, 0);
    const second = timeIn(later.schema, later.value, start, 1);
    if (first !== undefined && second !== undefined) {
      ordered = withSlot(withSlot(ordered, earlier, first), later, second);
    } else if (typeof earlier.value === 'number' && typeof later.value === 'number') {
      const next = earlier.value + (typeOf(later.schema) === 'integer' ? 1 : 0.5);
      const isAllowed = next <= (numberAt(later.schema, 'maximum') ?? next);
      if (isAllowed) ordered = withSlot(ordered, later, next);
    }
  }
  return ordered;
}

/** Within what a calendar of a server may hold. */
const mostDays = 3000;

/**
 * A body whose pairs of times are some days later, as far apart as before: a room that is booked for one time can be booked for
 * another. The same token gives the same time.
 */
export function atAnotherTime(
  model: Parameters<typeof slotsIn>[0],
  operation: Operation,
  body: unknown,
  token: string,
): unknown {
  const values: RequestValues = { parameters: {}, body, mediaType: undefined };
  const slots = slotsIn(model, operation, values).filter((slot) => slot.in === 'body');
  const days = 1 + (createHash('sha256').update(token).digest().readUInt32BE(0) % mostDays);
  let moved = values;
  for (const { role, at } of slots) {
    if (role.kind !== 'ordered') continue;
    const around = at.slice(0, -1);
    const names = [role.after, at.at(-1) ?? ''];
    const pair = names.flatMap((name) => {
      const path = [...around, name].join('/');
      return slots.filter((one) => one.at.join('/') === path);
    });
    const times = pair.map(({ schema, value }) =>
      timeIn(schema, value, Date.parse(String(value)), days),
    );
    if (pair.length !== 2 || times.includes(undefined)) continue;
    for (const [index, slot] of pair.entries()) moved = withSlot(moved, slot, times[index]);
  }
  return moved.body;
}

function isLater(earlier: unknown, later: unknown): boolean {
  if (typeof earlier === 'number' && typeof later === 'number') return later > earlier;
  const [one, other] = [earlier, later].map((value) => Date.parse(String(value)));
  return one !== undefined && other !== undefined && other > one;
}
