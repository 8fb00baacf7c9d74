import type { OperationId } from '../server/operations/operation.ts';

export interface Entry {
  /** RFC 3339, by the mock's clock. */
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly operation: OperationId | undefined;
  readonly prefer: string | undefined;
  /** The JSON of the body, if it was read. Fields that the contract marks as secret are masked. */
  readonly body: unknown;
  /** `undefined` when the connection was reset. */
  readonly status: number | undefined;
  readonly traceId: string;
}

export type Journal = ReturnType<typeof createJournal>;

type NewEntry = Omit<Entry, 'at'> & { readonly at: number };

const longest = 1000;

/** The requests, oldest first. Only the latest thousand are kept. @param secrets the names of fields that are masked */
export function createJournal(secrets: ReadonlySet<string>) {
  let kept: NewEntry[] = [];
  return {
    add: (entry: NewEntry) => {
      kept.push(entry);
      if (kept.length > 2 * longest) kept = kept.slice(-longest);
    },
    entries: (): Entry[] =>
      kept.slice(-longest).map((entry) => ({
        ...entry,
        at: new Date(entry.at).toISOString(),
        body: mask(entry.body, secrets),
      })),
    clear: () => {
      kept = [];
    },
  };
}

function mask(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, secrets.has(name) ? '***' : field]),
  );
}
