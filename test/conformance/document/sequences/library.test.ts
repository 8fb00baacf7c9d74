import { describe, expect, test } from 'vitest';
import { emptyProfile } from '../../../../conformance/engine/profile/profile.ts';
import type { RunOptions } from '../../../../conformance/engine/run/run-options.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';
import { checkOf, liberties, libraryDocument, reported, type Trait } from './library-document.ts';
import { library, tokens } from './library-server.ts';

const profile = {
  ...emptyProfile,
  credentials: { token: tokens.ada },
  otherCredentials: { token: tokens.bob },
};
const all = ['getBook', 'changeBook', 'replaceBook', 'removeBook'];
/** The operations that each check tests. */
const sequences = {
  'created-is-readable': ['getBook'],
  'updated-is-readable': ['changeBook', 'replaceBook'],
  'deleted-is-gone': ['removeBook'],
  'needs-credentials': all,
  'needs-owner': all,
};
const only = Object.keys(sequences).map((name) => `document/${name}`);
const every = Object.entries(sequences)
  .flatMap(([name, operations]) => operations.map((one) => `document/${name}/${one}`))
  .sort();

async function run(
  traits: Trait | readonly Trait[] = [],
  options: Partial<RunOptions> = {},
  { links = false } = {},
) {
  const { listener, left } = library(...[traits].flat());
  const server = await serverForTest(listener);
  const result = await runDocument(
    server.url,
    libraryDocument({ links }),
    {},
    { profile, ...options },
  );
  return { ...result, left: left() };
}

test.each([false, true])(
  'a correct library passes, and nothing is left (with links: %s)',
  async (links) => {
    const { outcomes, broken, left, leftovers, skipped } = await run(
      [],
      { strict: true },
      { links },
    );
    const ran = outcomes
      .map(({ check }) => check)
      .filter((id) => only.some((one) => id.startsWith(`${one}/`)));
    expect(ran.sort()).toEqual(every);
    expect(skipped.filter((reason) => only.some((one) => reason.startsWith(one)))).toEqual([]);
    expect(broken).toEqual({});
    expect(leftovers).toEqual([]);
    expect(left).toBe(0);
  },
);

test.each(Object.entries(checkOf))('fails the check for a defect: %s', async (name, check) => {
  // The check of 5xx sees what another check receives. The keys of the table are the defects.
  const { broken, exit } = await run(name as Trait, { only: [check, 'document/deleted-is-gone'] });
  expect(Object.keys(broken)).toContain(check);
  expect(exit).toBe(1);
});

test('finds what is kept although it changes with every read', async () => {
  const { broken } = await run(['keeps what is deleted', 'counts reads'], { only });
  expect(Object.keys(broken)).toEqual(['document/deleted-is-gone/removeBook']);
});

test.each(liberties)('passes a library that %s', async (name) => {
  const { broken, skipped } = await run(name, { only, strict: true });
  expect(broken).toEqual({});
  expect(skipped).toEqual([]);
});

test.each(Object.entries(reported))(
  'only reports a library that %s',
  async (name, [check, field]) => {
    // The keys of the table are liberties.
    const { outcomes, exit } = await run(name as Trait, { only });
    const differing = outcomes.filter(({ kind }) => kind !== 'passed');
    expect(
      differing.map(({ kind, failures }) => [kind, failures.map(({ key }) => key)]),
    ).toContainEqual(['differs', [field]]);
    expect(differing.map((one) => one.check)).toContain(`document/${check}`);
    expect(exit).toBe(0);
  },
);

describe('skips what cannot be judged', () => {
  const reasonsOf = (skipped: readonly string[]) =>
    new Set(skipped.map((one) => one.replace(/^[^:]*: /, '')));

  test('a mock that always returns the same book', async () => {
    const { broken, skipped } = await run('forgets what it creates', { only });
    expect(broken).toEqual({});
    expect(skipped).toHaveLength(every.length);
    expect([...reasonsOf(skipped)]).toEqual([
      'the server keeps no state: addBook always returns the same resource',
    ]);
  });

  test('a server that rejects the creation', async () => {
    const reader = { ...profile, credentials: { token: 'a token that the library does not know' } };
    const { broken, skipped } = await run([], { only, profile: reader });
    expect(broken).toEqual({});
    expect([...reasonsOf(skipped)]).toEqual(['the server accepted no request of addBook (401)']);
  });

  test('a profile without credentials', async () => {
    const { skipped } = await run([], { only, profile: emptyProfile });
    expect([...reasonsOf(skipped)]).toEqual(['the profile has no credentials for addBook']);
  });

  // Who gives no other credentials does not say that there are other users. Who gives wrong ones wants to know.
  test.each([
    ['no otherCredentials', {}, 'nothing', 'the profile has no otherCredentials'],
    [
      'the same credentials',
      { token: tokens.ada },
      'missing',
      'otherCredentials and credentials in the profile are the same',
    ],
    [
      'unknown otherCredentials',
      { token: 'unknown' },
      'missing',
      'the server rejects the otherCredentials of the profile (401)',
    ],
  ])('a profile with %s', async (_name, otherCredentials, cause, reason) => {
    const { broken, outcomes } = await run('lets others read', {
      only: ['document/needs-owner/getBook'],
      profile: { ...profile, otherCredentials },
    });
    expect(broken).toEqual({});
    expect(outcomes.map((one) => [one.skipped, one.reason])).toEqual([[cause, reason]]);
  });
});
