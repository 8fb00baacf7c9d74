import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAudit } from '../../../operator/audit/open-audit.ts';
import { createId } from '../../../server/security/random.ts';
import { onPostgres, temporaryStore } from '../../support/server/database.ts';
import { soaking } from '../../support/which-tests-run.ts';
import { addAccount, createKey, now } from '../store/an-account.ts';
import { plantPostgresFaults, postgresFaults } from './postgres-faults.ts';
import { plantSqliteFaults, sqliteFaults } from './sqlite-faults.ts';

const size = 6;
const kinds = onPostgres ? postgresFaults : sqliteFaults;
// Soaked, each statement fails in every way; else the ways take turns.
const turns = soaking ? kinds.length : 1;

test('when any statement of a group of changes fails, what succeeded is stored, and what failed is not', async () => {
  const planted = onPostgres ? plantPostgresFaults() : plantSqliteFaults();
  const store = await temporaryStore();
  const accounts = await Promise.all(
    Array.from({ length: size }, (_, index) => addAccount(store, `user-${index}@example.com`)),
  );
  const create = async (account: (typeof accounts)[number], id: string) => {
    const { revision } = account;
    const { outcome } = await createKey(store, account.id, now, { id, revision, limit: 1e6 });
    expect(outcome).toBe('created');
  };
  const stored = async () =>
    (await Promise.all(accounts.map(({ id }) => store.apiKeys.list(id, now))))
      .flat()
      .map(({ id }) => id);

  const failures = new Set<number>();
  for (let turn = 0; turn < turns; turn += 1) {
    for (let nth = 1; ; nth += 1) {
      const before = await stored();
      const kind = kinds[(nth + turn) % kinds.length] ?? 'disk full';
      planted.failAt(nth, kind);
      const ids = accounts.map(() => createId('key', randomBytes));
      const results = await Promise.allSettled(
        accounts.map((account, index) => create(account, ids[index] ?? '')),
      );
      const isReached = planted.ran() >= nth;
      planted.restore();
      const acknowledged = ids.filter((_, index) => results[index]?.status === 'fulfilled');
      expect((await stored()).toSorted(), `${kind} at statement ${nth}`).toEqual(
        [...before, ...acknowledged].toSorted(),
      );
      failures.add(size - acknowledged.length);
      if (!isReached) break;
    }
  }
  // An outage is one of the whole group. The error of one change is in ../store/write.test.ts.
  expect([...failures].toSorted()).toEqual([0, size]);
  const audit = await openAudit({ database: store.database });
  expect(await audit.verify()).toMatchObject({ intact: true });
  await audit.close();
});
