import type { Rating } from './finding.ts';

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
