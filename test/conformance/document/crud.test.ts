import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../../conformance/engine/run/run-options.ts';
import { serverForTest } from '../test-server.ts';
import { checkOf, crudDocument, crudServer, type Fault, type State } from './crud-server.ts';
import { runDocument } from './run-document.ts';

const only = ['document/created-is-listed', 'document/deleted-is-gone'];
const states: readonly State[] = [
  { ids: 'integers', filled: false },
  { ids: 'uuids', filled: true },
  { ids: 'uuids', filled: true, versioned: true },
];

async function run(state: State, fault?: Fault, options: Partial<RunOptions> = {}) {
  const { listener, areOthersKept } = crudServer(state, fault);
  const server = await serverForTest(listener);
  return { ...(await runDocument(server.url, crudDocument(state), {}, options)), areOthersKept };
}

test('a server that deletes nothing fails only the check of that, also when a run is repeated', async () => {
  const server = await serverForTest(
    crudServer({ ids: 'integers', filled: true }, 'deletes nothing').listener,
  );
  const document = JSON.parse(crudDocument({ ids: 'integers' }));
  // An update would give what is left another name than the next run uses.
  for (const method of ['put', 'patch']) delete document.paths['/parts/{id}'][method];
  for (const _ of [1, 2]) {
    const { broken } = await runDocument(server.url, JSON.stringify(document), {}, { only });
    expect(Object.keys(broken)).toEqual(['document/deleted-is-gone/removePart']);
  }
});

describe.each(states)(
  'a store with $ids as ids, filled: $filled, versioned: $versioned',
  (state) => {
    test.each([1, 2])('passes with the seed %i, and keeps what it had', async (seed) => {
      const { broken, leftovers, areOthersKept } = await run(state, undefined, { seed });
      expect(broken).toEqual({});
      expect(leftovers).toEqual([]);
      expect(areOthersKept()).toBe(true);
    });
  },
);

test.each(Object.entries(checkOf))('a store that %s: %s', async (fault, check) => {
  // The checks of responses see what the others receive. The keys of the table are the faults.
  const isOfResponses = check.startsWith('document/response') || check.startsWith('responses');
  const only = isOfResponses ? [check, 'document/deleted-is-gone'] : [check];
  const { exit, broken } = await run({ ids: 'uuids', filled: true }, fault as Fault, { only });
  expect(Object.keys(broken)).toContain(check);
  expect(exit).toBe(1);
});

test.each<Fault>(['loses a field in PUT', 'loses a field in PATCH', 'shows the old value'])(
  'a store whose updates must send a version, and that %s, is found',
  async (fault) => {
    const only = [checkOf[fault]];
    const { broken } = await run({ ids: 'uuids', filled: true, versioned: true }, fault, {
      only,
      strict: true,
    });
    expect(Object.keys(broken)).toEqual(only);
  },
);

test.each<Partial<State>>([
  { page: { next: '/parts?after=7' } },
  { page: { meta: { total: 99 } } },
  { link: '</parts?after=7>; rel="next"' },
])('a list that says by %o that there are more may show only some', async (more) => {
  const only = ['document/created-is-listed'];
  const { broken } = await run(
    { ids: 'uuids', filled: true, ...more },
    'omits the newest from the list',
    {
      only,
    },
  );
  expect(broken).toEqual({});
});

test('the fields of a part of a schema are varied, too', async () => {
  const server = await serverForTest(
    crudServer({ ids: 'uuids', filled: true }, 'rejects a price of 0').listener,
  );
  const document = JSON.parse(crudDocument({ ids: 'uuids' }));
  const media = document.paths['/parts'].post.requestBody.content['application/json'];
  media.schema = { allOf: [media.schema] };
  const only = ['document/valid-body/addPart'];
  const { broken } = await runDocument(server.url, JSON.stringify(document), {}, { only });
  expect(Object.keys(broken)).toEqual(only);
});
