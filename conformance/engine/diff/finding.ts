import { type Pair, type Place, pointerTo } from './place.ts';
import type { Constraint, Direction, Effect, Rule } from './rules.ts';
import { subjectOf } from './subject.ts';

/** From worst to least. A breaking change needs a new major version, an additive one a new minor version. */
export const impacts = ['breaking', 'additive', 'editorial'] as const;
type Impact = (typeof impacts)[number];

export interface Rating {
  /** `breaking`: a client that followed the earlier document may fail. `compatible`: it works on, and may notice. */
  readonly clients: 'breaking' | 'compatible' | 'none';
  /** `must follow`: a server that followed the earlier document no longer follows this one. */
  readonly servers: 'must follow' | 'none';
  /** A few words for people. */
  readonly why: string;
  /** The rules that rate it so: one, or more where a request and a response share what changed. */
  readonly rules: readonly Rule[];
}

export interface Finding extends Rating {
  readonly impact: Impact;
  /** JSON Pointer (RFC 6901) to what changed: into the later document, or into the earlier one if it was removed. */
  readonly pointer: string;
  /** A short name for the element, such as `LoginRequest.password`. */
  readonly subject: string;
  /** What changed, such as `maxLength 1024 → 2048`. */
  readonly change: string;
}

export const editorial = (rule: Rule): Rating => ({
  clients: 'none',
  servers: 'none',
  why: 'wording only',
  rules: [rule],
});

/** What one step of the comparison finds. `compareDocuments` rates the fields, and goes on with the schemas. */
export type Difference = Finding | FieldChange | SchemaPair | Replaceable;

/** A field changed that has a rule of its own: `deprecated`, or an extension. */
export interface FieldChange extends Pair {
  readonly field: string;
}

/** Two schemas of requests or of responses, which are compared once, wherever they are used. */
export interface SchemaPair extends Pair {
  readonly direction: Direction;
}

/** A branch that was added or removed. It makes no difference if another one allows the same. */
export interface Replaceable {
  readonly unless: readonly SchemaPair[];
  readonly otherwise: Finding;
}

/** @param steps what changed within the place; without them, the whole place did */
export function finding(
  place: Place,
  change: string,
  rating: Rating,
  ...steps: readonly string[]
): Finding {
  const pointer = pointerTo(place, ...steps);
  const subject = subjectOf(place.document, place.pointer);
  return { ...rating, impact: impactOf(rating), pointer, subject, change };
}

/** Joins the findings for the same change, which a shared component has once for each use, and sorts them, the worst first. */
export function joinFindings(findings: Iterable<Finding>): readonly Finding[] {
  const joined = new Map<string, Finding>();
  for (const found of findings) {
    const key = `${found.pointer} ${found.change}`;
    const other = joined.get(key);
    joined.set(key, other === undefined ? found : worst(found, other));
  }
  return [...joined.values()].toSorted(
    (one, other) => rank(one) - rank(other) || (one.pointer < other.pointer ? -1 : 1),
  );
}

// A schema may be part of a request and of a response.
function worst(one: Finding, other: Finding): Finding {
  const clients = (['breaking', 'compatible'] as const).find((rating) =>
    [one.clients, other.clients].includes(rating),
  );
  const rating: Rating = {
    clients: clients ?? 'none',
    servers: [one.servers, other.servers].includes('must follow') ? 'must follow' : 'none',
    why: [...new Set([one.why, other.why])].join('; '),
    rules: [...new Set([...one.rules, ...other.rules])],
  };
  return { ...one, ...rating, impact: impactOf(rating) };
}

export function impactOf({ clients, servers }: Rating): Impact {
  if (clients === 'breaking') return 'breaking';
  return clients === 'compatible' || servers === 'must follow' ? 'additive' : 'editorial';
}

const rank = ({ impact, servers }: Finding) =>
  2 * impacts.indexOf(impact) + (servers === 'must follow' ? 0 : 1);

/** Who writes a message fails when less is valid, and who reads it fails when more is valid. */
const ratings = {
  request: {
    tighter: { clients: 'breaking', servers: 'none', why: 'accepts less' },
    looser: { clients: 'compatible', servers: 'must follow', why: 'accepts more' },
    changed: { clients: 'breaking', servers: 'must follow', why: 'accepts other values' },
  },
  response: {
    tighter: { clients: 'compatible', servers: 'must follow', why: 'promises more' },
    looser: { clients: 'breaking', servers: 'none', why: 'promises less' },
    changed: { clients: 'breaking', servers: 'must follow', why: 'promises other values' },
  },
} as const satisfies Record<Direction, Record<Effect, Omit<Rating, 'rules'>>>;

export function rate(direction: Direction, constraint: Constraint, effect: Effect): Rating {
  return { ...ratings[direction][effect], rules: [`${direction}-${constraint}-${effect}`] };
}

/** Both parties must change. */
export const breaksBoth = (rule: Rule, why: string): Rating => ({
  clients: 'breaking',
  servers: 'must follow',
  why,
  rules: [rule],
});

/** Clients must change; servers need not, because they may go on as before. */
export const breaksClients = (rule: Rule, why: string): Rating => ({
  clients: 'breaking',
  servers: 'none',
  why,
  rules: [rule],
});

/** Only servers must change; clients may make use of it. */
export const mustFollow = (rule: Rule, why: string): Rating => ({
  clients: 'compatible',
  servers: 'must follow',
  why,
  rules: [rule],
});

/** Nobody must change, but clients may notice it. */
export const harmless = (rule: Rule, why: string): Rating => ({
  clients: 'compatible',
  servers: 'none',
  why,
  rules: [rule],
});
