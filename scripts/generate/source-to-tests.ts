import { pointerParts } from '../../conformance/engine/document/model/pointer.ts';
import { type Trace, undecided, untested } from '../clauses/trace-clauses.ts';
import { fieldOf } from '../contract/operations.ts';

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
  const keys = pointerParts(pointer);
  let value = document;
  let name: string[] = [];
  let isSchema = false;
  for (const [at, key] of keys.entries()) {
    value = fieldOf(value, key);
    if (isSchema ? keys[at - 1] === 'properties' : !unnamed.test(key) || keys.length === 1) name.push(key);
    if (keys[at - 1] === 'schemas') isSchema = true;
    const operation = fieldOf(value, 'operationId');
    if (typeof operation === 'string') name = [operation];
    for (let ref = fieldOf(value, '$ref'); typeof ref === 'string'; ref = fieldOf(value, '$ref')) {
      const steps = ref.split('/').slice(1);
      value = steps.reduce(fieldOf, document);
      name = steps.slice(-1);
      isSchema = steps.includes('schemas');
    }
  }
  return name.join('.');
}

// Steps that only lead on to others.
const unnamed = /^(?:paths|components|schemas|securitySchemes)$/;
