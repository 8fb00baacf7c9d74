import { isDeepStrictEqual } from 'node:util';
import { type DescribedServer, headersOf, type RecordList } from './server-description.ts';

/** What a server has. */
export interface Records {
  /** By where they are read. */
  readonly byPlace: ReadonlyMap<string, unknown>;
  /** Lists that returned something else: some servers return 404 when there is nothing to list. */
  readonly unreadable: readonly string[];
}

export interface RecordChanges {
  /** Records of others: they were there before the run, and were changed or deleted. */
  readonly changed: readonly string[];
  readonly left: readonly string[];
}

export async function readRecords(server: DescribedServer, url: string): Promise<Records> {
  const byPlace = new Map<string, unknown>();
  const unreadable: string[] = [];
  for (const list of server.records) {
    const items = itemsOf(list, await readJson(server, `${url}${list.list}`));
    if (items === undefined) unreadable.push(list.list);
    for (const item of (items ?? []).filter((one) => !isDeleted(list, one))) {
      const id = String(item[list.id ?? 'id']);
      const at = list.each?.replace('{id}', encodeURIComponent(id));
      const record = at === undefined ? item : await readJson(server, `${url}${at}`);
      byPlace.set(`${list.list} ${id}`, withoutFields(record, list.changing ?? []));
    }
  }
  return { byPlace, unreadable };
}

export function compareRecords(before: Records, after: Records): RecordChanges {
  const isChanged = ([at, record]: [string, unknown]) =>
    !isDeepStrictEqual(after.byPlace.get(at), record);
  return {
    changed: [...before.byPlace].filter(isChanged).map(([at]) => at),
    left: [...after.byPlace.keys()].filter((at) => !before.byPlace.has(at)),
  };
}

function itemsOf({ items }: RecordList, body: unknown): Record<string, unknown>[] | undefined {
  // The description says where this server has its items.
  const found = items === undefined ? body : (body as Record<string, unknown>)[items];
  return Array.isArray(found) ? found : undefined;
}

function isDeleted({ deleted }: RecordList, item: Record<string, unknown>): boolean {
  if (deleted === undefined) return false;
  return Object.entries(deleted).every(([name, value]) => isDeepStrictEqual(item[name], value));
}

async function readJson(server: DescribedServer, url: string): Promise<unknown> {
  const response = await fetch(url, { headers: headersOf(server) });
  return response.ok ? response.json() : `status ${response.status}`;
}

const withoutFields = (record: unknown, names: readonly string[]) =>
  typeof record === 'object' && record !== null
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
    : record;
