import type { Operation } from '../document/model/operation.ts';
import { type Meaning, meaningOf } from '../judge/meaning.ts';
import type { Difference, Kind } from './differences.ts';

/** What a difference means for the clients of the earlier server, in the terms of `diff`. */
export interface DifferenceRating {
  /** `breaking`: a client of the earlier server may fail. `compatible`: it works on, and may notice. */
  readonly clients: 'breaking' | 'compatible' | 'none';
  readonly change: string;
  /** A few words for people. */
  readonly why: string;
}

export function rateDifference(
  { kind, before, after }: Difference,
  { path }: Pick<Operation, 'path'>,
): DifferenceRating {
  if (kind === 'status') return rateStatus(Number(before), Number(after), path.includes('{'));
  const [clients, change, why] = ratings[kind];
  return { clients, change: change.replace('{before}', before).replace('{after}', after), why };
}

type Row = readonly [clients: DifferenceRating['clients'], change: string, why: string];

const ratings: Readonly<Record<Exclude<Kind, 'status'>, Row>> = {
  'field-removed': ['breaking', 'field removed', 'clients miss it'],
  'field-added': ['compatible', 'field added', 'clients ignore unknown fields'],
  'fields-removed': ['breaking', '{before} → no fields', 'clients miss them'],
  'fields-added': ['compatible', 'no fields → {after}', 'clients ignore unknown fields'],
  type: ['breaking', 'type {before} → {after}', 'clients read another type'],
  'null-added': ['breaking', '{before} → null', 'clients may expect no null'],
  'null-removed': ['compatible', 'null → {after}', 'clients read a value'],
  format: ['breaking', 'format {before} → {after}', 'clients read another format'],
  value: ['breaking', '{before} → {after}', 'another value for the same request'],
  items: ['breaking', '{before} → {after}', 'other items for the same request'],
  size: ['breaking', '{before} → {after}', 'the request says how many'],
  order: ['breaking', '{before} → {after}', 'the request says how to sort'],
  'header-removed': ['breaking', 'header removed', 'clients miss it'],
  'header-added': ['compatible', 'header added', 'clients ignore unknown headers'],
  location: ['breaking', '{before} → {after}', 'leads elsewhere'],
  'header-value': ['compatible', '{before} → {after}', 'clients may act otherwise'],
  'media-type': ['breaking', '{before} → {after}', 'clients read another type'],
  'body-removed': ['breaking', 'body removed', 'clients miss it'],
  'body-added': ['compatible', 'body added', 'clients ignore it'],
  kept: ['breaking', '{before} → {after}', 'finds what should be absent'],
  'no-response': ['breaking', '{before} → no response ({after})', 'the request fails'],
};

function rateStatus(before: number, after: number, hasId: boolean): DifferenceRating {
  const change = `${before} → ${after}`;
  const [was, is] = [meaningOf(before), meaningOf(after)];
  if (isError(is)) return { clients: 'breaking', change, why: 'the server fails' };
  if (isError(was)) return { clients: 'compatible', change, why: 'the server fails no longer' };
  if (before === 304 && is === 'success')
    return { clients: 'compatible', change, why: 'sends what the client has' };
  if (was === 'success')
    return is === 'success'
      ? { clients: 'breaking', change, why: 'another success' }
      : { clients: 'breaking', change, why: 'accepts less' };
  if (is !== 'success') return { clients: 'compatible', change, why: 'another failure' };
  if (was === 'absent' && !hasId)
    return { clients: 'compatible', change, why: 'serves what was missing' };
  // What was there to keep callers out is not what clients wait for.
  return was === 'invalid' || was === 'conflict'
    ? { clients: 'compatible', change, why: 'accepts more' }
    : { clients: 'breaking', change, why: whyAccepted(was) };
}

export const isError = (meaning: Meaning): boolean => meaning === 'error' || meaning === 'busy';

const whyAccepted = (was: Meaning) =>
  was === 'absent' ? 'finds what should be absent' : 'accepts what was refused';
