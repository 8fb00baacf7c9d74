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
        target: maskQuery(entry.target, secrets),
        body: mask(entry.body, secrets),
      })),
    clear: () => {
      kept = [];
    },
  };
}

/** A client may send a secret in the wrong place, or under its name in another case. */
function mask(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mask(item, secrets));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      secrets.has(name.toLowerCase()) ? '***' : mask(field, secrets),
    ]),
  );
}

/** The values of a query are not shown where they have the name of a secret. */
function maskQuery(target: string, secrets: ReadonlySet<string>): string {
  return target.replace(/([?&])([^=&]+)=[^&]*/g, (whole, before, name) =>
    secrets.has(name.toLowerCase()) ? `${before}${name}=***` : whole,
  );
}
