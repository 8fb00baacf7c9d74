import { isJsonObject } from '../document/model/pointer.ts';
import { type Problem, problemsIn, type Validator } from '../document/schema/validator.ts';
import { type Edit, editValue, everyItem, typeChoices } from './edit-value.ts';

/** Deeper places are left alone, and of a long list the items after these. */
const deepest = 8;
const comparedItems = 3;
const mostPlaces = 100;

type Place = readonly string[];

export interface FieldEdit {
  readonly kind: 'missing-field' | 'null' | 'other-type' | 'unknown-value' | 'empty-list';
  readonly at: Place;
  readonly edit: Edit;
  /** What is there in the recorded body: the first of it. */
  readonly value: unknown;
}

/**
 * The edits of a recorded body that break its schema, found out by trying them: so what a field may be need not be read out of
 * the schema again. An empty list breaks none, but tests should notice it.
 */
export function fieldEdits(
  body: unknown,
  schema: string | undefined,
  validator: Validator,
): FieldEdit[] {
  const problemsOf = (value: unknown): readonly Problem[] =>
    schema === undefined ? [] : problemsIn(validator.check(schema, value));
  const short = shortened(body);
  // A list may have become too short for its schema.
  const value = problemsOf(short).length > problemsOf(body).length ? body : short;
  // The server may break the schema itself.
  const known = new Set(problemsOf(value).map(keyOf));

  /** Which keywords of the schema forbid the edited body. */
  const broken = (at: Place, edit: Edit): string[] => {
    const edited = editValue(value, at, edit);
    const problems = edited === undefined ? [] : problemsOf(edited.value);
    return problems.filter((one) => !known.has(keyOf(one))).map(({ keyword }) => keyword);
  };
  return placesIn(value)
    .slice(0, mostPlaces)
    .flatMap((place) => editsOf(place, broken));
}

const keyOf = ({ instancePath, keyword }: Problem) => `${instancePath} ${keyword}`;

function editsOf(
  { at, value }: ValueAt,
  broken: (at: Place, edit: Edit) => readonly string[],
): FieldEdit[] {
  const found: FieldEdit[] = [];
  const add = (kind: FieldEdit['kind'], edit: Edit) => found.push({ kind, at, edit, value });
  const breaks = (edit: Edit) => broken(at, edit).length > 0;

  const isField = at.length > 0 && at.at(-1) !== everyItem;
  if (isField && breaks({ to: 'nothing' })) add('missing-field', { to: 'nothing' });
  if (breaks({ to: 'null' })) add('null', { to: 'null' });
  const choices = Array.from(
    { length: typeChoices },
    (_, choice): Edit => ({ to: 'type', choice }),
  );
  const type = choices.find(breaks);
  if (type !== undefined) add('other-type', type);
  if (broken(at, { to: 'unknown' }).some((keyword) => /^(enum|const)$/.test(keyword)))
    add('unknown-value', { to: 'unknown' });
  if (Array.isArray(value) && value.length > 0) add('empty-list', { to: 'empty' });
  return found;
}

interface ValueAt {
  readonly at: Place;
  readonly value: unknown;
}

/** Every place of a value once, the outer ones first: those of all items of a list together, with the first value that says something. */
function placesIn(root: unknown): ValueAt[] {
  const found = new Map<string, ValueAt>();
  let level: readonly ValueAt[] = [{ at: [], value: root }];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    for (const one of level) {
      const key = JSON.stringify(one.at);
      if (saysNothing(found.get(key)?.value)) found.set(key, one);
    }
    level = level.flatMap(({ at, value }) =>
      childrenOf(value).map(([name, child]) => ({ at: [...at, name], value: child })),
    );
  }
  return [...found.values()];
}

function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function childrenOf(value: unknown): (readonly [name: string, child: unknown])[] {
  if (Array.isArray(value)) return value.slice(0, comparedItems).map((item) => [everyItem, item]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, comparedItems).map(shortened);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shortened(child)]));
}
