import { groupBy } from '../group-by.ts';
import { wordsInText } from '../judge/words.ts';
import { truncate } from '../truncate.ts';
import type { Case } from './case.ts';
import { kindOf, wordsWithoutValues } from './causes.ts';
import type { Report } from './report.ts';
import { nameSome } from './text.ts';

/** Values that the document allows and the server rejects, in the same words or in the same place. */
export interface RejectedValues {
  /** `400 "Enter a valid date."`, `422 for empty texts` */
  readonly got: string;
  /** `query date`, `body /name` */
  readonly places: readonly string[];
  readonly operations: readonly string[];
  /** The request that shows it. */
  readonly curl: string;
}

const kinds: ReadonlySet<string> = new Set(['document/valid-parameters', 'document/valid-body']);

/**
 * What a document does not say about values, as far as a run found out. They do not fail it: a text may have to mean something,
 * and few documents say what.
 */
export function rejectedValues({ checks }: Pick<Report, 'checks'>): RejectedValues[] {
  const cases = checks
    .filter((check) => kinds.has(kindOf(check)))
    .flatMap((check) => check.findings.map((finding) => ({ check, finding })))
    .filter(({ finding }) => finding.kind === 'observed');
  const known = new Map<string, string>();
  const groups = groupBy(cases, (one) => {
    const names = signaturesOf(one);
    const name = names.flatMap((each) => known.get(each) ?? [])[0] ?? names[0];
    for (const each of names) known.set(each, name);
    return name;
  });
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first ? [inOne([first, ...others])] : []))
    .toSorted((one, other) => other.operations.length - one.operations.length);
}

/** `400 "Enter a valid date.": query date, query date_max (listFeedings, listNotes and 3 more)` */
export function describeRejected(
  { got, places, operations }: RejectedValues,
  most: number,
): string {
  return `${got}: ${nameSome(places, most)} (${nameSome(operations, most)})`;
}

const mostCharacters = 80;

function inOne(cases: readonly [Case, ...Case[]]): RejectedValues {
  const { exchanges } = cases[0].finding;
  const { status, response = '', curl = '' } = exchanges.at(-1) ?? {};
  const words = wordsInText(response);
  const said = words === undefined ? '' : ` "${truncate(words, mostCharacters)}"`;
  const isOfEmptyTexts = cases.every(({ finding }) => isEmptyText.test(finding.key ?? ''));
  return {
    got: isOfEmptyTexts ? `${status} for empty texts` : `${status}${said}`,
    places: [...new Set(cases.map(placeOf))],
    operations: [...new Set(cases.flatMap(({ check }) => check.operation ?? []))],
    curl,
  };
}

/** Where the value is: `query date` of `query date a sample`, `body /name` of `/name an empty text`. */
function placeOf({ finding: { key = '' } }: Case): string {
  const [, field] = /^(\/\S*)/.exec(key) ?? [];
  return field === undefined ? key.split(' ').slice(0, 2).join(' ') : `body ${field}`;
}

/** Cases that have one of these in common have one cause. */
function signaturesOf(one: Case): readonly [string, ...string[]] {
  const place = placeOf(one);
  if (isEmptyText.test(one.finding.key ?? '')) return ['empty texts'];
  // A parameter has the same meaning in all operations, and a field of the same name may have another in each.
  const isField = place.startsWith('body ');
  return [saidIn(one), isField ? `${one.check.operation} ${place}` : place];
}

/** A form sends it for a field that nobody filled in, and documents hardly ever say that it is not allowed. */
const isEmptyText = /^\/\S+ an empty text$/;

/** What the server says, without the value. Where it says nothing, each place is for itself. */
function saidIn(one: Case): string {
  const { status } = one.finding.exchanges.at(-1) ?? {};
  const [, name = ''] = /([^\s/]+)$/.exec(placeOf(one)) ?? [];
  // Django REST and others put the name before what they say.
  const said = wordsWithoutValues(one.finding).replace(name.toLowerCase(), '').trim();
  return `${status} ${/\w/.test(said) ? said : `${one.check.operation} ${placeOf(one)}`}`;
}
