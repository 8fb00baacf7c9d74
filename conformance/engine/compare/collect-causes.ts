import { subjectOf } from '../diff/subject.ts';
import type { ApiDocument } from '../document/model/api-document.ts';
import { mostSpecific } from '../document/model/media.ts';
import type { Exchange } from '../http/exchange.ts';
import { meaningOf } from '../judge/meaning.ts';
import { specOf } from './compare-responses.ts';
import { type Difference, dataKinds, describedAt, type Kind } from './differences.ts';
import type { Followed } from './follow.ts';
import { type DifferenceRating, isError, rateDifference } from './rate-difference.ts';

/** The differences that have one cause. */
export interface Cause extends DifferenceRating {
  /** JSON Pointer (RFC 6901) into the document, to what it says about the place, or about its surroundings. */
  readonly pointer: string;
  /** A short name for the place, such as `Book.isbn` or `GET /books 200`. */
  readonly subject: string;
  /** `GET /books/{id}`, each once. */
  readonly operations: readonly string[];
  readonly responses: number;
  /** The first pair of exchanges that shows it well. */
  readonly before: Exchange;
  readonly after: Exchange;
}

type Collected = { -readonly [Key in keyof Cause]: Cause[Key] } & {
  readonly place: string;
  readonly isData: boolean;
  rank: number;
};

// One comparison may be equal by chance.
const fewestRepetitions = 2;

interface Part {
  readonly pointer: string;
  readonly key: string;
  readonly subject: string;
}

/** The kinds that are about a response as a whole. */
const wholeKinds: ReadonlySet<Kind> = new Set([
  'status',
  'kept',
  'no-response',
  'media-type',
  'body-removed',
  'body-added',
]);

/** Names a cause. Values differ from request to request, and what is wrong with them does not. */
function keyOf(followed: Followed, difference: Difference, { key }: Part): string {
  const { kind, before } = difference;
  if (kind === 'status' || kind === 'kept') return statusKey(followed, difference);
  if (kind === 'items') return `${kind} ${before.replace(/\d+/g, '')} ${key}`;
  if (kind === 'size' || kind === 'order' || !dataKinds.has(kind)) return `${kind} ${key}`;
  return `value ${key}`;
}

/** What decides about failures is one part of a server, not one in each operation. */
function statusKey({ operation }: Followed, { kind, before, after, about }: Difference): string {
  const was = meaningOf(Number(before));
  const is = meaningOf(Number(after));
  const path = about ?? operation.path.replace(/[^}]*$/, '');
  const isFound = was === 'absent' && is === 'success' && path !== '';
  if (kind === 'kept' || isFound) return `kept ${path}`;
  const isOpened = (was === 'unauthenticated' || was === 'forbidden') && is === 'success';
  // Invalid requests are refused, or are not, before an operation gets them.
  const isRenamed = was !== 'success' && is !== 'success' && (was === 'invalid' || !isError(is));
  if (isOpened || isRenamed) return `status ${before} ${is === 'success' ? is : after}`;
  return `status ${before} ${after} ${operation.id}`;
}

/** A server describes most failures in one place for all of its operations. */
const isFailure = ({ before }: Followed) => before.response.status >= 400;

const severities = ['breaking', 'compatible', 'none'] as const;

/** Which pair of responses stands for a cause, the lowest first: the worst, and where it is read what should be gone. */
function rankOf(
  { operation }: Followed,
  { kind }: Difference,
  { clients }: DifferenceRating,
): number {
  const isRead = operation.method === 'GET' && operation.path.endsWith('}');
  return severities.indexOf(clients) * 3 + (kind === 'kept' ? 2 : isRead ? 0 : 1);
}

/**
 * Collects how two servers differ. Where two runs on the earlier server differ in the same way, the difference says nothing, and
 * where its values were never compared with themselves, nobody knows what is the same each time.
 */
export function createCollection(document: ApiDocument) {
  const found = new Map<string, Collected>();
  const unstable = new Set<string>();
  const repeated = new Map<string, number>();

  const placeOf = (followed: Followed, at: readonly string[]) => {
    const { operation, before } = followed;
    const { status } = before.response;
    const spec = specOf(operation, status);
    const media = mostSpecific(spec?.media ?? [], before.response.header('content-type'));
    const described = describedAt(document, media?.schema, at);
    const rest = (described?.rest ?? at).map((step) => (step === '*' ? '[]' : `.${step}`));
    const holder = described?.pointer ?? spec?.pointer ?? operation.pointer;
    const name = `${operation.method} ${operation.path} ${status}`;
    return {
      pointer: holder,
      key: `${described === undefined && isFailure(followed) ? 'failures' : holder} ${rest.join('')}`,
      subject: (described ? subjectOf(document.root, holder) : name) + rest.join(''),
    };
  };
  const partOf = (followed: Followed, at: readonly string[], kind?: Kind): Part => {
    const { operation } = followed;
    const [header] = at;
    if (header?.startsWith('header '))
      // A server sets a header in one place for all of its operations.
      return { pointer: operation.pointer, key: header, subject: header };
    if (kind !== undefined && wholeKinds.has(kind)) {
      const subject = `${operation.method} ${operation.path}`;
      const key = isFailure(followed) ? 'failures' : operation.pointer;
      return { pointer: operation.pointer, key, subject };
    }
    return placeOf(followed, at);
  };

  return {
    /** What two runs on the earlier server show. */
    addRepetition: (followed: Followed): void => {
      for (const at of followed.valuesAt) {
        const { key } = partOf(followed, at);
        repeated.set(key, (repeated.get(key) ?? 0) + 1);
      }
      for (const difference of followed.differences) {
        const part = partOf(followed, difference.at, difference.kind);
        unstable.add(keyOf(followed, difference, part));
      }
    },
    /** What the earlier and the later server show. */
    add: (followed: Followed): void => {
      const { operation, before, after } = followed;
      const name = `${operation.method} ${operation.path}`;
      const counted = new Set<string>();
      for (const difference of followed.differences) {
        const rating = rateDifference(difference, operation);
        const part = partOf(followed, difference.at, difference.kind);
        const key = keyOf(followed, difference, part);
        const known = found.get(key);
        const { pointer: at, subject, key: place } = part;
        const shown = { ...rating, pointer: at, subject, before, after };
        const rank = rankOf(followed, difference, rating);
        if (known === undefined) {
          const isData = dataKinds.has(difference.kind);
          counted.add(key);
          found.set(key, { ...shown, rank, place, operations: [name], responses: 1, isData });
          continue;
        }
        if (!counted.has(key)) known.responses += 1;
        counted.add(key);
        if (!known.operations.includes(name)) known.operations = [...known.operations, name];
        if (rank < known.rank) Object.assign(known, shown, { rank });
      }
    },
    /** The worst first, then in the order in which they were found. */
    causes: (): Cause[] => {
      const certain = [...found].flatMap(([key, { place, isData, rank: _, ...cause }]) => {
        const isKnown = !isData || (repeated.get(place) ?? 0) >= fewestRepetitions;
        return isKnown && !unstable.has(key) ? [cause] : [];
      });
      const rank = ({ clients }: Cause) => severities.indexOf(clients);
      return certain.toSorted((one, other) => rank(one) - rank(other));
    },
  };
}
