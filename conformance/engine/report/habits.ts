import { groupBy } from '../group-by.ts';
import { type Case, withoutPositions } from './case.ts';

/** A fault that a server or a document has in many places alike, and that its owner would think of once. */
interface Habit {
  readonly name: string;
  /** In fewer places it is no habit, and each place is a cause. */
  readonly least: number;
  /** The place where a case shows it. */
  placeOf(shown: Case): string | undefined;
  /** Cases that differ in this are not alike. */
  partOf?(shown: Case): string;
  title(places: string, count: number, part: string): string;
}

const ofCheck = (kind: string, pattern: RegExp) => (shown: Case) =>
  shown.check.id.startsWith(kind) ? pattern.exec(shown.finding.expected)?.[1] : undefined;

const nullWhere = ofCheck('document/response-schema', /^(\S+) must (?:be [a-z,]+|match .+)$/);
const leftOut = ofCheck('document/valid-body', /^(\S+) left out is accepted/);

const habits: readonly Habit[] = [
  {
    name: 'null',
    least: 3,
    placeOf: (shown) => (shown.finding.got === 'null' ? nullWhere(shown) : undefined),
    title: (places, count) =>
      `${count} fields are null, which their schemas do not allow: ${places}`,
  },
  {
    name: 'required fields',
    least: 3,
    placeOf: (shown) => {
      const field = leftOut(shown);
      return field && `${shown.check.operation ?? ''} ${field}`;
    },
    title: (places, count) =>
      `the server requires ${count} fields that the document does not require: ${places}`,
  },
  {
    name: 'missing parameters',
    least: 2,
    placeOf: ofCheck('document/invalid-parameter', /^a rejection: (.+) is invalid \(missing\)/),
    title: (places) => `parameters that the document requires may be missing: ${places}`,
  },
  {
    name: 'values of parameters',
    least: 2,
    placeOf: ofCheck('document/invalid-parameter', /^a rejection: (.+) is invalid \(enum\)/),
    title: (places) => `parameters accept values that the document does not list: ${places}`,
  },
  {
    name: 'values of fields',
    least: 3,
    placeOf: ofCheck('document/invalid-body', /^a rejection: (\S+) must be one of/),
    title: (places) => `fields accept values that the document does not list: ${places}`,
  },
  {
    name: 'examples',
    least: 3,
    placeOf: ofCheck('document/example', /^example (\S+) is accepted/),
    title: (places, count) =>
      `the server rejects ${count} examples that the document has for parameters and bodies: ${places}`,
  },
  {
    // After the habits of fields: the same in the responses of many operations, each with a schema of its own.
    name: 'responses',
    least: 3,
    placeOf: ({ check, finding }) =>
      check.id === 'document/response-schema' && finding.about === undefined
        ? finding.operation
        : undefined,
    partOf: ({ finding }) => withoutPositions(finding.expected),
    title: (places, count, expected) =>
      `in the responses of ${count} operations, ${expected}: ${places}`,
  },
];

const mostNamed = 5;

/** The habits that the cases show. */
export function findHabits(cases: readonly Case[]) {
  const habitOf = new Map<Case, { readonly name: string; readonly title: string }>();
  for (const habit of habits) {
    const placed = cases.flatMap((shown) => {
      const place = habitOf.has(shown) ? undefined : habit.placeOf(shown);
      const part = habit.partOf?.(shown) ?? '';
      return place === undefined ? [] : [{ shown, part, place: withoutPositions(place) }];
    });
    for (const [part, alike] of groupBy(placed, (one) => one.part)) {
      const places = [...new Set(alike.map(({ place }) => place))];
      if (places.length < habit.least) continue;
      const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : '';
      const named = places.slice(0, mostNamed).join(', ') + more;
      const title = habit.title(named, places.length, part);
      for (const { shown } of alike) habitOf.set(shown, { name: `${habit.name} ${part}`, title });
    }
  }
  return { of: (shown: Case) => habitOf.get(shown) };
}
