import type { OperationId } from '../server/operations/operation.ts';
import { type ComparedRequest, matches, matchFields, type RequestMatch } from './match-request.ts';
import { checkFields, MockError } from './mock-error.ts';

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
type KeptEntry = NewEntry & { readonly compared: ComparedRequest };

const longest = 1000;

/** The requests, oldest first. Only the latest thousand are kept. @param secrets the names of fields that are masked */
export function createJournal(secrets: ReadonlySet<string>) {
  let kept: KeptEntry[] = [];
  const latest = () => kept.slice(-longest);
  return {
    add: (entry: NewEntry, compared: ComparedRequest) => {
      kept.push({ ...entry, compared });
      if (kept.length > 2 * longest) kept = kept.slice(-longest);
    },
    entries: (): Entry[] =>
      latest().map(({ compared: _compared, ...entry }) => ({
        ...entry,
        at: new Date(entry.at).toISOString(),
        target: maskQuery(entry.target, secrets),
        body: mask(entry.body, secrets),
      })),
    /** @throws MockError that lists what came, when no request of the operation matches. */
    expectCalled: (operation: OperationId, match: RequestMatch = {}) => {
      checkFields(match, 'expectCalled', matchFields);
      const isWanted = (entry: KeptEntry) =>
        entry.operation === operation && matches(entry.compared, match);
      if (!latest().some(isWanted))
        throw new MockError(describeCalls(operation, match, latest(), secrets));
    },
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

// A test that sent more is about the latest ones.
const mostShown = 20;

function describeCalls(
  operation: OperationId,
  { body, headers = {}, id }: RequestMatch,
  entries: readonly KeptEntry[],
  secrets: ReadonlySet<string>,
): string {
  const wanted = [
    ...(id === undefined ? [] : [`the id ${id}`]),
    ...(body === undefined ? [] : [`the body ${JSON.stringify(mask(body, secrets))}`]),
    // Their values may be secrets.
    ...Object.keys(headers).map((name) => `the header ${name}`),
  ];
  const what = [operation, ...(wanted.length > 0 ? [`with ${wanted.join(' and ')}`] : [])].join(
    ' ',
  );
  if (entries.length === 0) return `no request of ${what} came; no request came at all`;
  const shown = entries.slice(-mostShown).map((entry) => {
    const sent = entry.body === undefined ? '' : ` ${JSON.stringify(mask(entry.body, secrets))}`;
    const differing = Object.entries(headers)
      .filter(([name, text]) => entry.compared.headers[name.toLowerCase()] !== text)
      .map(
        ([name]) =>
          `; ${name} ${name.toLowerCase() in entry.compared.headers ? 'differs' : 'is missing'}`,
      );
    const name =
      entry.compared.id === undefined ? entry.operation : `${entry.operation} ${entry.compared.id}`;
    return `  ${name ?? `${entry.method} ${entry.target}`}${sent} -> ${entry.status ?? 'no response'}${differing.join('')}`;
  });
  return [`no request of ${what} came; these came:`, ...shown].join('\n');
}
