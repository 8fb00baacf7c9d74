import { type ContractNode, subjectOf } from './tree.ts';

/** From worst to least. A breaking change needs the next major version, an additive one the next minor. */
export const impacts = ['breaking', 'additive', 'editorial'] as const;
type Impact = (typeof impacts)[number];

/** What a change means for the two parties that follow the contract. */
export interface Rating {
  /** `breaking`: a client that followed the released contract may fail. `compatible`: it works on, and may notice. */
  readonly clients: 'breaking' | 'compatible' | 'none';
  /** `must follow`: another server that followed the released contract no longer follows this one. */
  readonly servers: 'must follow' | 'none';
  /** A few words for people. */
  readonly why: string;
}

export interface Finding extends Rating {
  readonly impact: Impact;
  /** JSON Pointer (RFC 6901) to what changed: into the later document, or into the released one if it was removed. */
  readonly pointer: string;
  /** A short name for the element, such as `LoginRequest.password`. */
  readonly subject: string;
  /** What changed, such as `maxLength 1024 → 2048`. */
  readonly change: string;
}

export const editorial: Rating = { clients: 'none', servers: 'none', why: 'wording only' };

/** @param step what changed within the place; without it, the whole place did */
export function finding(place: ContractNode, change: string, rating: Rating, step?: string): Finding {
  const pointer = step === undefined ? place.pointer : `${place.pointer}/${step}`;
  return { ...rating, impact: impactOf(rating), pointer, subject: subjectOf(place), change };
}

/** Joins the findings for the same change, which a shared component has once for each use, and sorts them, the worst first. */
export function join(findings: Iterable<Finding>): readonly Finding[] {
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
  };
  return { ...one, ...rating, impact: impactOf(rating) };
}

function impactOf({ clients, servers }: Rating): Impact {
  if (clients === 'breaking') return 'breaking';
  return clients === 'compatible' || servers === 'must follow' ? 'additive' : 'editorial';
}

const rank = ({ impact, servers }: Finding) =>
  2 * impacts.indexOf(impact) + (servers === 'must follow' ? 0 : 1);

export type Direction = 'request' | 'response';

/** How the set of valid messages changed. `other`: some became valid and some invalid, or nobody can say. */
export type Effect = 'tighter' | 'looser' | 'other';

/**
 * Clients write requests and read responses, servers the reverse. Who writes fails when less is valid, and who reads fails
 * when more is valid.
 */
const ratings = {
  request: {
    tighter: { clients: 'breaking', servers: 'none', why: 'accepts less' },
    looser: { clients: 'compatible', servers: 'must follow', why: 'accepts more' },
    other: { clients: 'breaking', servers: 'must follow', why: 'accepts other values' },
  },
  response: {
    tighter: { clients: 'compatible', servers: 'must follow', why: 'promises more' },
    looser: { clients: 'breaking', servers: 'none', why: 'promises less' },
    other: { clients: 'breaking', servers: 'must follow', why: 'promises other values' },
  },
} as const satisfies Record<Direction, Record<Effect, Rating>>;

export function rate(direction: Direction, effect: Effect): Rating {
  return ratings[direction][effect];
}

/** Both parties must change. */
export const breaksBoth = (why: string): Rating => ({ clients: 'breaking', servers: 'must follow', why });

/** Clients must change; servers need not, because they may go on as before. */
export const breaksClients = (why: string): Rating => ({ clients: 'breaking', servers: 'none', why });

/** Only servers must change; clients may make use of it. */
export const mustFollow = (why: string): Rating => ({ clients: 'compatible', servers: 'must follow', why });

/** Nobody must change, but clients may notice it. */
export const harmless = (why: string): Rating => ({ clients: 'compatible', servers: 'none', why });
