import { groupBy } from '../group-by.ts';
import { type Case, withoutPositions } from './case.ts';
import { nameSome } from './text.ts';

/** A fault that a server or a document has in many places alike, and that its owner would think of once. */
interface Habit {
  readonly name: string;
  /** In fewer places it is no habit, and each place is a cause. */
  readonly least: number;
  /** The place where a case shows it. */
  placeOf(shown: Case): string | undefined;
  /** What a case is counted by: those with the same one count once. @default the place */
  causeOf?(shown: Case): string;
  /** Cases that differ in this are not alike. */
  partOf?(shown: Case): string;
  title(places: string, count: number, part: string): string;
}

const ofCheck = (kind: string, pattern: RegExp) => (shown: Case) =>
  shown.check.id.startsWith(kind) ? pattern.exec(shown.finding.expected)?.[1] : undefined;

const nullWhere = ofCheck('document/response-schema', /^(\S+) must (?:be [a-z,]+|match .+)$/);
const nullRejected = ofCheck('document/valid-body', /^(\S+) null is accepted/);
const leftOut = ofCheck('document/valid-body', /^(\S+) left out is accepted/);

/** What is wrong with a response, also where generated requests find it. A server writes all its errors in one form: that is a cause of its own. */
const isOfResponse = ({ check, finding: { about = '', exchanges } }: Case) =>
  (exchanges.at(-1)?.status ?? 0) < 400 &&
  [check.id, about].some((one) => /^document\/response-(schema|content-type)( |$)/.test(one));

/** The only parameter in the query of the request that shows it. */
function parameterOf({ exchanges }: Case['finding']): string | undefined {
  const [, query = ''] = /\?([^\s'#]+)/.exec(exchanges.at(-1)?.curl ?? '') ?? [];
  const names = [...new URLSearchParams(query).keys()];
  return names.length === 1 && !narrows.test(names[0] ?? '') ? names[0] : undefined;
}

/** What makes a list shorter, or orders it, does not change what an item is. */
const narrows = /limit|offset|page|size|skip|cursor|sort|order|search|^q$/i;

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
    name: 'rejected null',
    least: 2,
    placeOf: (shown) => {
      const field = nullRejected(shown);
      return field && `${shown.check.operation ?? ''} ${field}`;
    },
    title: (places) => `the server rejects null, which the document allows: ${places}`,
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
    name: 'bounds of fields',
    least: 3,
    placeOf: ofCheck(
      'document/invalid-body',
      /^a rejection: (\S+) must (?:be [<>]=? |NOT have (?:fewer|more) than )/,
    ),
    title: (places) => `fields accept values beyond the bounds of the document: ${places}`,
  },
  {
    name: 'order',
    least: 2,
    placeOf: (shown) => {
      const [, field] = sortedBy.exec(shown.finding.expected) ?? [];
      return field && `${shown.check.operation ?? ''} by ${field}`;
    },
    // Each direction counts.
    causeOf: ({ check, finding }) => `${check.operation} ${finding.expected}`,
    partOf: ({ finding }) => sortedBy.exec(finding.expected)?.[2] ?? '',
    title: (places, _, parameter) => `lists are not sorted as "${parameter}" says: ${places}`,
  },
  {
    name: 'examples',
    least: 3,
    placeOf: ofCheck('document/example', /^example (\S+) is accepted/),
    title: (places, count) =>
      `the server rejects ${count} examples that the document has for parameters and bodies: ${places}`,
  },
  {
    name: 'parameter',
    least: 2,
    placeOf: (shown) =>
      isOfResponse(shown) && parameterOf(shown.finding) !== undefined
        ? `${shown.finding.operation} ${shown.finding.expected}`
        : undefined,
    partOf: ({ finding }) => parameterOf(finding) ?? '',
    title: (places, _, parameter) =>
      `with the query parameter "${parameter}" responses are not what the document declares: ${places}`,
  },
  {
    // After the habits of fields: the same in the responses of many operations, each with a schema of its own.
    name: 'responses',
    least: 3,
    placeOf: (shown) =>
      shown.check.id === 'document/response-schema' && isOfResponse(shown)
        ? shown.finding.operation
        : undefined,
    causeOf: ({ finding }) => finding.about ?? finding.expected,
    partOf: ({ finding }) => withoutPositions(finding.expected),
    title: (places, count, expected) =>
      `in the responses of ${count} operations, ${expected}: ${places}`,
  },
];

const invalidBody = /^document\/invalid-body\//;
const sortedBy = /^items sorted by "([^"]+)".*, with ([^=\s]+)=/;

/** Where null is accepted, unless other wrong types are, too: that is one cause. */
function nullInBodies(cases: readonly Case[]): Habit {
  const wrongType = ({ check, finding: { key = '' } }: Case) =>
    invalidBody.test(check.id) ? /^(\/\S+ type|\/) (.+)$/.exec(key)?.slice(1) : undefined;
  const isNull = (shown: Case) => wrongType(shown)?.[1] === 'null';
  const others = new Set(
    cases.flatMap((shown) => {
      const isOther = wrongType(shown) !== undefined && !isNull(shown);
      return isOther ? [shown.finding.about ?? shown.finding.expected] : [];
    }),
  );
  return {
    name: 'null in bodies',
    least: 3,
    placeOf: (shown) => {
      const { about, expected } = shown.finding;
      if (!isNull(shown) || others.has(about ?? expected)) return undefined;
      const [place = ''] = wrongType(shown) ?? [];
      return `${shown.check.operation ?? ''} ${place.replace(/ type$|^\/$/, '')}`.trim();
    },
    title: (places) => `bodies may have null where the document does not allow it: ${places}`,
  };
}

const aboutBodies = /^document\/(malformed-json|wrong-content-type|invalid-body|missing-body)\//;

/** Where an operation accepts half of a body, whatever else it accepts there has the same cause. */
function unreadBodies(cases: readonly Case[]): Habit {
  const operations = new Set(
    cases
      .filter(({ finding }) => finding.expected === 'a rejection of a truncated body')
      .map(({ check }) => check.operation),
  );
  return {
    name: 'unread bodies',
    least: 1,
    placeOf: ({ check }) =>
      aboutBodies.test(check.id) && operations.has(check.operation) ? check.operation : undefined,
    title: (places) => `operations do not read the body that the document declares: ${places}`,
  };
}

const manyRules = 5;

/** Where an operation accepts bodies that break many rules of its schema, nothing checks them: that is one cause, not one for each rule. */
function uncheckedBodies(cases: readonly Case[]): Habit {
  // What is about types, or unknown fields, is one cause of all operations.
  const isOfRule = ({ check, finding }: Case) =>
    invalidBody.test(check.id) && finding.about === undefined;
  const operations = new Set(
    [...groupBy(cases.filter(isOfRule), ({ check }) => check.operation)].flatMap(
      ([operation, alike]) => {
        const rules = new Set(alike.map(({ finding }) => withoutPositions(finding.expected)));
        return rules.size >= manyRules ? [operation] : [];
      },
    ),
  );
  return {
    name: 'unchecked bodies',
    least: 1,
    placeOf: (shown) =>
      isOfRule(shown) && operations.has(shown.check.operation) ? shown.check.operation : undefined,
    title: (places) => `operations accept bodies that break many rules of their schemas: ${places}`,
  };
}

const mostNamed = 5;

/** The habits that the cases show. */
export function findHabits(cases: readonly Case[]) {
  const habitOf = new Map<Case, { readonly name: string; readonly title: string }>();
  for (const habit of [
    unreadBodies(cases),
    nullInBodies(cases),
    ...habits,
    uncheckedBodies(cases),
  ]) {
    const placed = cases.flatMap((shown) => {
      const place = habitOf.has(shown) ? undefined : habit.placeOf(shown);
      const part = habit.partOf?.(shown) ?? '';
      return place === undefined ? [] : [{ shown, part, place: withoutPositions(place) }];
    });
    for (const [part, alike] of groupBy(placed, (one) => one.part)) {
      const places = [...new Set(alike.map(({ place }) => place))];
      const causes = new Set(alike.map(({ shown, place }) => habit.causeOf?.(shown) ?? place));
      if (causes.size < habit.least) continue;
      const title = habit.title(nameSome(places, mostNamed), places.length, part);
      for (const { shown } of alike) habitOf.set(shown, { name: `${habit.name} ${part}`, title });
    }
  }
  return { of: (shown: Case) => habitOf.get(shown) };
}
