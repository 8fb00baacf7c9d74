import {
  type CheckContext,
  type CompletedExchange,
  type Exchange,
  type Failure,
  isJsonObject,
  mapInParallel,
  mismatch,
} from '../../../../engine/index.ts';
import { describeResponse, envelopeOf, type ServiceOutcome } from './service-response.ts';

/** A text is the key. `exchanges` replaces the judged one, for a failure that several show. */
type Details =
  | Partial<Pick<Failure, 'key' | 'note' | 'basis' | 'source' | 'exchanges'>>
  | string
  | undefined;

export type Verdicts = ReturnType<typeof createVerdicts>;

export function createVerdicts(outcomeOf: (exchange: Exchange) => ServiceOutcome) {
  const verdict = (holds: boolean, expected: string, exchange: Exchange, details: Details) =>
    holds ? undefined : mismatch(expected, describeResponse(exchange), [exchange], details);
  return {
    /** A rejection, with any status and code. */
    mustBeRejected: (exchange: Exchange, details?: Details) =>
      verdict(!outcomeOf(exchange).success, 'a rejection', exchange, details),
    mustSucceed: (exchange: Exchange, details?: Details) =>
      verdict(outcomeOf(exchange).success, 'success', exchange, details),
    /** A response with this code, and with this reason if both a reason is expected and the response has one. */
    mustHaveCode: (exchange: Exchange, code: number, reason?: string, details?: Details) => {
      const got = outcomeOf(exchange);
      const sameReason = reason === undefined || got.reason === undefined || got.reason === reason;
      const expected = reason === undefined ? `code ${code}` : `code ${code} ${reason}`;
      return verdict(got.code === code && sameReason, expected, exchange, details);
    },
  };
}

export function failures(found: readonly (Failure | undefined)[]): readonly Failure[] {
  return found.filter((one) => one !== undefined);
}

/** What `judge` finds in each of these at the same time. */
export async function judgeAll<Item>(
  items: readonly Item[],
  judge: (item: Item, at: number) => Promise<Failure | undefined>,
): Promise<readonly Failure[]> {
  return failures(await Promise.all(items.map(judge)));
}

/** What `judge` finds in each of these, at most as many at the same time as the profile allows. */
export async function failuresOf<Item>(
  context: CheckContext,
  items: readonly Item[],
  judge: (item: Item) => Promise<Failure | undefined>,
): Promise<readonly Failure[]> {
  return failures(await mapInParallel(context, items, judge));
}

/** What `judge` finds in each of these, one after the other: a server may allow only one key per user. */
export async function judgeInTurn<Item>(
  items: readonly Item[],
  judge: (item: Item) => Promise<Failure | undefined>,
): Promise<readonly Failure[]> {
  const found = [];
  for (const item of items) found.push(await judge(item));
  return failures(found);
}

// Headers that differ between any two responses, or depend on the time and the number of requests.
const varying =
  /^(date|content-length|age|etag|connection|keep-alive|server-timing|set-cookie|x-runtime|.*(trace|request|correlation)-?id.*|traceparent|.*rate-?limit.*|cf-ray|via|x-response-time)$/i;

/** Fails unless both responses have the same status, headers and body. Ignores trace id and latency. */
export function mustMatch(
  one: CompletedExchange,
  other: CompletedExchange,
  key?: string,
): Failure | undefined {
  const seen = [describe(one), describe(other)] as const;
  const part = (['status', 'body', 'headers'] as const).find(
    (name) => JSON.stringify(seen[0][name]) !== JSON.stringify(seen[1][name]),
  );
  if (part === undefined) return undefined;
  const what = part === 'headers' ? differentHeaders(seen[0].headers, seen[1].headers) : part;
  const got = `a different ${what}: ${describeResponse(one)}; ${describeResponse(other)}`;
  return mismatch('the same response to both requests', got, [one, other], key);
}

/** The names of the headers that only one of two responses has, or that have two values. */
function differentHeaders(one: readonly string[], other: readonly string[]): string {
  const lines = [...one, ...other].filter((line) => !one.includes(line) || !other.includes(line));
  const names = new Set(lines.map((line) => line.slice(0, line.indexOf(':'))));
  return `header ${[...names].join(', ')}`;
}

type Pair = readonly [CompletedExchange, CompletedExchange];

// Each costs two failed logins, but only on a server whose responses differ.
const repetitions = 2;

/** Also by the order of headers and the text of the body, where the difference stays when repeated. */
export async function mustMatchInText(
  pair: Pair,
  repeat: () => Promise<Pair>,
  key?: string,
): Promise<Failure | undefined> {
  const different = mustMatch(...pair, key);
  if (different) return different;
  const [one, other] = [layoutOf(pair[0]), layoutOf(pair[1])];
  if (one === other) return undefined;
  const exchanges = [...pair];
  for (let times = 0; times < repetitions; times += 1) {
    const again = await repeat();
    if (layoutOf(again[0]) !== one || layoutOf(again[1]) !== other) return undefined;
    exchanges.push(...again);
  }
  const times = `${repetitions + 1} times out of ${repetitions + 1}`;
  const got = `the same fields in another order, or with other white space, ${times}`;
  return mismatch(
    'the same order of headers and the same text in both responses',
    got,
    exchanges,
    key,
  );
}

function layoutOf({ response }: CompletedExchange): string {
  const names = response.headers.map(([name]) => name).filter((name) => !varying.test(name));
  const text = response.text
    .replaceAll(/("(?:trace_id|latency_ms)"\s*:\s*)(?:"[^"]*"|[\w.+-]+)/g, '$1')
    .replaceAll(/"[^"\\]*"/g, (one) => (isReference(one.slice(1, -1)) ? '""' : one));
  return JSON.stringify([names, text]);
}

/** Whether a text is a reference that a server makes up for each response, such as a UUID, so that it says nothing. */
function isReference(text: string): boolean {
  return /^(?=.*\d)[\w.~+/=-]{16,}$/.test(text);
}

const withoutReference = (_name: string, value: unknown) =>
  typeof value === 'string' && isReference(value) ? '' : value;

function describe(exchange: CompletedExchange) {
  const { response } = exchange;
  const envelope = envelopeOf(exchange);
  const { usage: _, ...rest } = envelope ?? {};
  const status = isJsonObject(rest.status) ? { ...rest.status, trace_id: undefined } : rest.status;
  return {
    status: response.status,
    body:
      envelope === undefined
        ? response.text
        : JSON.stringify({ ...rest, status }, withoutReference),
    headers: response.headers
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .filter((line) => !varying.test(line.slice(0, line.indexOf(':'))))
      .sort(),
  };
}
