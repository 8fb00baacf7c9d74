import { describe, expect, test } from 'vitest';
import { findingsOf } from '../planting.ts';
import { breaking, notBreaking, perhapsBreaking } from './ids.ts';
import { plants } from './plants.ts';

/** Ids that we leave to something else, or of changes that nobody can notice. */
const elsewhere: readonly (readonly [ids: RegExp, reason: string])[] = [
  [/^api-(?:major-)?version-/, 'the command compares info.version with what changed, and fails'],
  [
    /sunset-(?:invalid|date-too-small)$|^api-deprecated-sunset-parse$/,
    'lint:contract checks the days, deprecations-say-when',
  ],
  [
    /^api-invalid-stability-level$/,
    'the contract has no stability levels; any `x-stability-level` counts as breaking',
  ],
  [/^request-read-only-/, 'a field that is only read is no part of requests'],
  [/^response-.*write-only-property-/, 'a field that is only written is no part of responses'],
  [/^request-.*-became-(?:not-)?write-only$/, 'a field that is only written stays a part of requests'],
  [/^response-.*-became-(?:not-)?read-only$/, 'a field that is only read stays a part of responses'],
  [/-annotation-only$/, 'a branch that only has texts constrains nothing'],
];

/** Ids of what is possibly breaking for oasdiff, and is not. */
const compatible = new Map([
  ['request-body-all-of-removed', 'one constraint less: every request that was valid still is'],
  ['request-property-all-of-removed', 'one constraint less: every request that was valid still is'],
  ['response-required-property-became-not-write-only', 'one more field in responses'],
]);

const isElsewhere = (id: string) => !plants.has(id) && elsewhere.some(([ids]) => ids.test(id));
const here = (ids: readonly string[]) => ids.filter((id) => !isElsewhere(id));

function worstOf(id: string) {
  const plant = plants.get(id);
  if (plant === undefined) throw new Error(`no change is planted for ${id}`);
  return findingsOf(plant.change, plant.release)[0];
}

describe('what oasdiff calls breaking', () => {
  test.each(here([...breaking, ...perhapsBreaking].filter((id) => !compatible.has(id))))(
    'breaks clients: %s',
    (id) => {
      expect(worstOf(id)).toMatchObject({ impact: 'breaking', clients: 'breaking' });
    },
  );

  test.each([...compatible])('is compatible where no client can fail: %s, %s', (id) => {
    expect(worstOf(id)).toMatchObject({ impact: 'additive', servers: 'must follow' });
  });
});

describe('what oasdiff reports', () => {
  test.each(here(notBreaking))('needs a new version, or is nothing that anybody can notice: %s', (id) => {
    expect(worstOf(id)?.impact).toMatch(/^(?:breaking|additive)$/);
  });
});

test('every id has a planted change, or a reason why none is needed', () => {
  const all = [...breaking, ...perhapsBreaking, ...notBreaking];
  expect(all.filter((id) => !plants.has(id) && !isElsewhere(id))).toEqual([]);
  for (const [ids, reason] of elsewhere)
    expect(
      all.filter((id) => ids.test(id)),
      reason,
    ).not.toEqual([]);
});
