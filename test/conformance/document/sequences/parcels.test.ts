import { expect, test } from 'vitest';
import { emptyProfile } from '../../../../conformance/engine/profile/profile.ts';
import { serverForTest } from '../../test-server.ts';
import { runDocument } from '../run-document.ts';
import { checkOf, type Fault, parcelDocument, parcelServer } from './parcel-server.ts';

const only = [...new Set(Object.values(checkOf))].map((rule) =>
  rule.split('/').slice(0, 2).join('/'),
);
const profile = {
  ...emptyProfile,
  credentials: { token: 'ada-1815' },
  otherCredentials: { token: 'bob-1815' },
};

async function run(fault?: Fault, seed = 1) {
  const { listener, left } = parcelServer(fault);
  const server = await serverForTest(listener);
  const result = await runDocument(server.url, parcelDocument(), {}, { only, profile, seed });
  return { ...result, left: left() };
}

test.each([1, 2, 3])(
  'a service that follows the document passes with the seed %i',
  async (seed) => {
    const { broken, outcomes, leftovers, left } = await run(undefined, seed);
    expect(broken).toEqual({});
    expect(outcomes.filter(({ kind }) => kind === 'observed')).toEqual([]);
    expect(leftovers).toEqual([]);
    expect(left).toBe(0);
  },
);

test.each(Object.entries(checkOf))('a service that %s: %s', async (fault, check) => {
  // The keys of the table are the faults.
  const { broken } = await run(fault as Fault);
  expect(Object.keys(broken)).toContain(check);
});
