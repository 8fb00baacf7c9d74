import type { Entry } from './entry.ts';

type Made = Extract<Entry, { readonly type: 'made' }>;

/** What a run made and has not removed, the last first. */
export function notGone(entries: readonly Entry[]): Made[] {
  const left = new Map<string, Made>();
  for (const entry of entries) {
    if (entry.type === 'made') left.set(entry.resource, entry);
    if (entry.type === 'gone') left.delete(entry.resource);
  }
  return [...left.values()].reverse();
}

/** What of it can be removed. */
export function undoable(entries: readonly Entry[]) {
  return notGone(entries).flatMap(({ undo, ...one }) => (undo ? [{ ...one, undo }] : []));
}
