import { Digits, withTexts } from '../../bounded/digits.ts';
import type { CompletedExchange } from '../../check.ts';
import { instantOf } from '../../judge/order.ts';
import { truncate } from '../../truncate.ts';
import { isJsonObject, type JsonObject, pointer } from '../model/pointer.ts';

/** The object in a body that has most of these fields: the body itself, or one inside it, as in `{"data": {…}}`. */
export function representation(body: unknown, names: readonly string[]): JsonObject {
  const inside = isJsonObject(body) ? Object.values(body).filter(isJsonObject) : [];
  const candidates = [body, ...inside, ...inside.flatMap((one) => Object.values(one))].filter(
    isJsonObject,
  );
  const count = (one: JsonObject) => names.filter((name) => Object.hasOwn(one, name)).length;
  return candidates.reduce(
    (best, one) => (count(one) > count(best) ? one : best),
    candidates[0] ?? {},
  );
}

/** Apart from what servers normalise: case, spaces, order, rounding. Undefined: they can't be compared. */
export function sameValue(one: unknown, other: unknown): boolean | undefined {
  if (typeof one === 'string' && typeof other === 'string') return sameText(one, other);
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= Math.max(0.01, Math.abs(one) / 1000);
  if (one instanceof Digits && other instanceof Digits) return one.text === other.text;
  if (typeof one === 'boolean' && typeof other === 'boolean') return one === other;
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false;
    return one.every((item) => other.some((candidate) => sameValue(item, candidate) !== false));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const common = Object.keys(one).filter((name) => Object.hasOwn(other, name));
    return common.every((name) => sameValue(one[name], other[name]) !== false);
  }
  return undefined;
}

function sameText(one: string, other: string): boolean {
  if (fold(one) === fold(other)) return true;
  const isTime = [one, other].every((text) => /^\d{4}-\d\d-\d\d/.test(text));
  return isTime && Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The scalar values of a response by their pointer. A body that is no JSON is one value. */
export function leavesOf({ response }: CompletedExchange): ReadonlyMap<string, unknown> {
  return leavesIn(response.json === undefined ? response.text : response.json.value);
}

export function leavesIn(root: unknown): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  const walk = (value: unknown, at: string) => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) walk(item, `${at}/${index}`);
    else if (isJsonObject(value)) {
      for (const [name, child] of Object.entries(value)) walk(child, at + pointer(name));
    } else leaves.set(at, withTexts(value));
  };
  walk(root, '');
  return leaves;
}

/** What two reads of an unchanged resource have in common. The rest, such as the time of the read, changes by itself. */
export function snapshotOf(first: CompletedExchange, second: CompletedExchange) {
  const before = leavesOf(first);
  const after = leavesOf(second);
  return {
    stable: new Map([...after].filter(([at, value]) => before.has(at) && before.get(at) === value)),
    pointers: new Set([...before.keys(), ...after.keys()]),
  };
}

export function changesSince(
  { stable, pointers }: ReturnType<typeof snapshotOf>,
  exchange: CompletedExchange,
): string[] {
  const leaves = leavesOf(exchange);
  const changed = [...stable].filter(([at, value]) => !leaves.has(at) || leaves.get(at) !== value);
  const added = [...leaves.keys()].filter((at) => !pointers.has(at));
  return [...changed.map(([at]) => at), ...added];
}

const hourMs = 3_600_000;

/** By how many hours a time is another instant than the one that was sent. Undefined: a server may have rounded it. */
export function shiftedHours(sent: unknown, shown: unknown): number | undefined {
  const [one, other] = [instantOf(sent), instantOf(shown)];
  if (one === undefined || other === undefined) return undefined;
  const hours = (other - one) / hourMs;
  const isMidnight = other % (24 * hourMs) === 0;
  return Number.isInteger(hours) && hours !== 0 && Math.abs(hours) <= 14 && !isMidnight
    ? hours
    : undefined;
}

export const missing = 'no value';
const mostShown = 40;

/** For people: `another value: true`. What is not a plain value is too long for a line. */
const anotherValue = (shown: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof shown)
    ? `another value: ${truncate(JSON.stringify(shown), mostShown)}`
    : 'another value';

/** Whether nothing is left of a value: a server that changes values does not empty them. */
export const isLost = (got: string) => /^(no value|a list of 0|only the first 0 of)/.test(got);
export const anotherOrder = 'its items in another order';

function isReordered(sent: unknown, shown: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(shown)) return false;
  return sent.some((item, at) => sameValue(item, shown[at]) === false);
}

export function lossOf(sent: unknown, shown: unknown): string | undefined {
  if (sent === undefined) return undefined;
  if (sent === null) {
    const isWord = typeof shown === 'string' && /^(null|none|undefined|nan)$/i.test(shown);
    if (isWord) return `the text "${shown}"`;
    // A server may store nothing as an empty text, or 0.
    return shown && (!Array.isArray(shown) || shown.length > 0) ? anotherValue(shown) : undefined;
  }
  if (shown === undefined || shown === null) return missing;
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length !== shown.length)
    return `a list of ${shown.length}`;
  if (isJsonObject(sent) && isJsonObject(shown)) {
    const lost = Object.keys(sent).flatMap((name) => {
      const loss = lossOf(sent[name], shown[name]);
      return loss === undefined ? [] : [`${loss} of "${name}"`];
    });
    return lost[0];
  }
  if (sameValue(sent, shown) !== false) return isReordered(sent, shown) ? anotherOrder : undefined;
  if (typeof sent !== 'string' || typeof shown !== 'string') return anotherValue(shown);
  if (sent.startsWith(shown)) return `only the first ${shown.length} of ${sent.length} characters`;
  return /&(lt|amp|gt|quot|#)/.test(shown) ? 'escaped text' : anotherValue(shown);
}

/** Whether a server may show a text that was sent in this way: cut, escaped, as a slug, or inside other text. */
export function mayBeSame(sent: unknown, shown: unknown): boolean {
  if (sameValue(sent, shown)) return true;
  const [one = '', other = ''] = [sent, shown].map((value) =>
    String(value)
      .toLowerCase()
      .replace(/&#?\w+;|[^\p{L}\p{N}]+/gu, ''),
  );
  if (Number(sent) === Number(shown) && one !== '' && other !== '') return true;
  // One letter is in many texts.
  const [shorter = 0, longer = 0] = [one.length, other.length].toSorted((a, b) => a - b);
  const isLong = shorter > 2 || (shorter > 0 && 2 * shorter >= longer);
  return isLong && (one.includes(other) || other.includes(one));
}

/** Whether two responses with the same fields are about things with another id. */
export function isAnotherOf(first: CompletedExchange, second: CompletedExchange): boolean {
  const [one, other] = [first, second].map(({ response }) => response.json?.value);
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = Object.keys(one);
  const isSameKind = names.length > 2 && names.every((name) => Object.hasOwn(other, name));
  const ids = names.filter((name) => /^_?(id|uuid)$/i.test(name));
  return isSameKind && ids.some((name) => String(one[name]) !== String(other[name]));
}
