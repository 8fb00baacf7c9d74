import { copyOf } from '../bounded/digits.ts';
import { fieldsOf, type JsonObject } from '../document/model/pointer.ts';
import { compareEach, compareFields, compareServers, fieldChanged } from './compare-fields.ts';
import { comparePaths, compareSent } from './compare-operations.ts';
import { compareSchemas } from './compare-schemas.ts';
import {
  breaksBoth,
  breaksClients,
  type Difference,
  editorial,
  type FieldChange,
  type Finding,
  harmless,
  joinFindings,
} from './finding.ts';
import { below, children, isSame, type Pair, type Place, rootOf } from './place.ts';
import { rateAnew, type Severities } from './severities.ts';

export type FieldRule = (change: FieldChange) => Iterable<Finding>;

export interface CompareOptions {
  /** How fields are rated, by name: extensions such as `x-limits`, and `deprecated`. */
  readonly rules?: Readonly<Record<string, FieldRule>>;
  /** Whether a change of an extension without a rule is breaking. @default false: it is ignored */
  readonly extensions?: boolean;
  /** Ratings in place of ours, by the name of the rule. */
  readonly severities?: Severities;
}

/**
 * Every difference between two OpenAPI documents, the worst first, then by pointer. Only `info.version` is not compared.
 *
 * @param before an OpenAPI 3 document whose references are all local
 */
export function compareDocuments(
  before: JsonObject,
  after: JsonObject,
  options: CompareOptions = {},
): readonly Finding[] {
  // What is remembered of an object counts for one document, and two documents may share objects.
  const pair = { before: rootOf(copyOf(before)), after: rootOf(copyOf(after)) };
  return joinFindings(rateAnew(collect([compareRoots(pair)], options), options.severities));
}

function collect(
  start: Iterable<Difference>[],
  options: CompareOptions,
  isNested = false,
): Finding[] {
  const { rules = {}, extensions = false } = options;
  const findings: Finding[] = [];
  const isNew = createSeen();
  const pending = [...start];
  for (let differences = pending.pop(); differences !== undefined; differences = pending.pop()) {
    for (const found of differences) {
      if ('impact' in found) findings.push(found);
      else if ('direction' in found) {
        if (isNew(found, found.direction)) pending.push(compareSchemas(found));
      } else if ('unless' in found) {
        // One level is enough for the documents that there are, and each level multiplies the time.
        const pairs = isNested || found.otherwise.clients !== 'breaking' ? [] : found.unless;
        const isReplaced = pairs.some((pair) =>
          collect([[pair]], options, true).every(({ clients }) => clients !== 'breaking'),
        );
        if (!isReplaced) findings.push(found.otherwise);
      } else {
        const rule = Object.hasOwn(rules, found.field) ? rules[found.field] : undefined;
        if (rule !== undefined) findings.push(...rule(found));
        else if (found.field === 'deprecated') findings.push(deprecation(found));
        else if (extensions)
          findings.push(fieldChanged(found, breaksBoth('extension-changed', 'no rule rates it')));
      }
    }
  }
  return findings;
}

function deprecation(change: FieldChange): Finding {
  const is = fieldsOf(change.after.value).deprecated === true;
  return fieldChanged(
    change,
    harmless('deprecated-changed', is ? 'works on, but may end' : 'works on after all'),
  );
}

/** Whether a pair comes up for the first time. A schema may be used in many places. */
function createSeen(): (pair: Pair, kind: string) => boolean {
  const ids = new WeakMap<object, number>();
  const seen = new Set<string>();
  let last = 0;
  const idOf = ({ value, pointer }: Place): string => {
    if (typeof value !== 'object' || value === null) return `${pointer} ${value}`;
    const id = ids.get(value) ?? ++last;
    ids.set(value, id);
    return `${pointer} ${id}`;
  };
  return ({ before, after }, kind) => {
    const key = `${idOf(before)} ${idOf(after)} ${kind}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  };
}

function* compareRoots(pair: Pair): Generator<Difference> {
  const handled = [
    'openapi',
    'info',
    'servers',
    'tags',
    'paths',
    'webhooks',
    'components',
    'security',
  ];
  yield* compareFields(pair, [...handled, 'jsonSchemaDialect', '$self']);
  yield* compareInfo(pair);
  yield* comparePaths(pair);
  yield* compareSent(pair, 'webhooks');
  yield* compareServers(pair);
  const component = (name: string) => (root: Place) => children(below(root, 'components', name));
  yield* compareEach(pair, component('securitySchemes'), {
    removed: (name) => [
      `security scheme ${name} removed`,
      breaksClients('security-scheme-removed', 'clients use it'),
    ],
    // The operations that need it have findings of their own.
    added: (name) => [
      `security scheme ${name} added`,
      harmless('security-scheme-added', 'clients may use it'),
    ],
    both: compareScheme,
  });
  // What the schemas say is compared where they are used. Their names are the names of generated types.
  yield* compareEach(pair, component('schemas'), {
    removed: () => [
      'schema no longer has this name',
      harmless('schema-name-removed', 'generated types are named after it'),
    ],
    added: () => ['schema named', editorial('schema-name-added')],
    both: () => [],
  });
}

function* compareInfo(pair: Pair): Generator<Difference> {
  const { before, after } = pair;
  const [was, is] = [below(before, 'info'), below(after, 'info')];
  if (was !== undefined && is !== undefined)
    yield* compareFields({ before: was, after: is }, ['version']);
  const [from, to] = [before, after].map(({ value }) => String(fieldsOf(value).openapi));
  const minor = (version = '') => version.split('.').slice(0, 2).join('.');
  const rating =
    minor(from) === minor(to)
      ? editorial('openapi-version-changed')
      : harmless('openapi-version-changed', 'tools may not read it');
  if (from !== to)
    yield fieldChanged({ ...pair, field: 'openapi' }, rating, `openapi ${from} → ${to}`);
  if (!isSame(pair, 'tags'))
    yield fieldChanged({ ...pair, field: 'tags' }, editorial('tags-changed'), 'tags changed');
}

function* compareScheme(schemes: Pair): Generator<Difference> {
  yield* compareFields(schemes, ['flows']);
  yield* compareEach(schemes, (place) => children(below(place, 'flows')), {
    removed: (name) => [`flow ${name} removed`, breaksClients('flow-removed', 'clients use it')],
    added: (name) => [`flow ${name} added`, harmless('flow-added', 'clients may use it')],
    *both(flows) {
      yield* compareFields(flows, ['scopes']);
      yield* compareEach(flows, (place) => children(below(place, 'scopes')), {
        removed: (name) => [
          `scope ${name} removed`,
          breaksClients('scope-removed', 'clients request it'),
        ],
        added: (name) => [`scope ${name} added`, harmless('scope-added', 'clients may request it')],
        both: () => [],
      });
    },
  });
}
