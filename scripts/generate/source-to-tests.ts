import { below, pointerTo, rootOf } from '../../conformance/engine/diff/place.ts';
import { fieldsOf, pointerParts } from '../../conformance/engine/document/model/pointer.ts';
import { type Trace, undecided, untested } from '../clauses/trace-clauses.ts';

/** `docs/reference/source-to-tests.md`: for each clause of the source where the contract says it, and what tests it. */
export function sourceToTests(traces: readonly Trace[], document: unknown): string {
  const sections = [...new Map(traces.map(({ clause }) => [clause.section, clause.title]))];
  return `${[
    '<!-- Generated from docs/reference/interface.md, docs/explanation/decisions.md, the checks and the tests of the contract by `npm run generate`. Do not edit. -->',
    '# From the source to the tests',
    [
      'For each clause of the [source](interface.md): the elements of the contract that `test/contract/interface.test.ts` tests,',
      '**checks** of basis `shown`, which test a running server, and the [decisions](../explanation/decisions.md) where the source leaves',
      'something open. A check of a section tests all of its items and rows.',
    ].join('\n'),
    ...sections.flatMap(([section, title]) => [
      section === '0' ? '## Before the first section' : `## ${section} ${title}`,
      traces
        .filter((trace) => trace.clause.section === section && !isEmpty(trace))
        .map((trace) => itemOf(trace, document))
        .join('\n'),
    ]),
  ].join('\n\n')}\n`;
}

/** A section of which everything is said at its items and rows. */
const isEmpty = ({ clause, facts, checks, decisions }: Trace) =>
  [clause.words, facts, checks, decisions].every(({ length }) => length === 0);

function itemOf(trace: Trace, document: unknown): string {
  const { clause, decisions } = trace;
  const own = [
    ...decisions.map((slug) => `[${slug}](../explanation/decisions.md#${slug})`),
    undecided[clause.id] ?? [],
  ].flat();
  const parts = [
    elementsOf(trace.facts.map(({ pointer }) => elementOf(document, pointer))),
    checksOf(trace),
    own.length > 0 && `**decided** ${own.join(', ')}`,
  ];
  return `- ${linkTo(clause.id)} ${parts.filter(Boolean).join('; ')}`;
}

const linkTo = (id: string) => `[${id}](interface.md#${id})`;

/** More components than this with the same field are counted, not listed. */
const maxListed = 4;

function elementsOf(names: readonly string[]): string {
  const byField = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const field = name.slice(`${name}.`.indexOf('.'));
    byField.set(field, [...(byField.get(field) ?? []), name]);
  }
  return [...byField]
    .flatMap(([field, same]) =>
      same.length > maxListed
        ? [`${field === '' ? '' : `\`${field.slice(1)}\` of `}${same.length} components`]
        : same.map((name) => `\`${name}\``),
    )
    .join(', ');
}

function checksOf({ clause, shows, checks }: Trace): string {
  if (checks.length > 0)
    return `**checks** ${checks.map(({ id }) => `[${id}](checks.md#${id.replace(/\/.*/, '')})`).join(', ')}`;
  if (!shows) return '';
  const reason = untested[clause.id];
  if (typeof reason === 'string') return reason;
  return reason === undefined ? '' : `**checks** of ${reason.map(linkTo).join(', ')}`;
}

/** `LoginResult.access_token` in a component, `login.security` in an operation, otherwise the last step. */
function elementOf(document: unknown, pointer: string): string {
  const root = rootOf(fieldsOf(document));
  const keys = pointerParts(pointer);
  // The element itself may be missing, as the contract says.
  const place = below(root, ...keys.slice(0, -1)) ?? root;
  const [kind = '', group = kind, name = '', ...inner] = pointerParts(
    pointerTo(place, ...keys.slice(-1)),
  );
  if (name === '') return group;
  if (group === 'schemas')
    return [name, ...inner.filter((_, at) => inner[at - 1] === 'properties')].join('.');
  const operation = fieldsOf(below(root, kind, group, name)?.value).operationId ?? name;
  return [operation, ...inner].join('.');
}
