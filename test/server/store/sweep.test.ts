import { expect, test } from 'vitest';
import { hours } from '../../support/server/clock.ts';
import { inspect } from '../../support/server/database.ts';
import { addAccount, createKey, logIn, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

test('a batch removes no more than its limit', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  for (let index = 0; index < 5; index += 1) {
    await logIn(store, account);
    const key = { subject: String(index), action: 'login' };
    await store.rateLimits.together((memory) => memory.count(key, { limit: 1, end: now + 1 }, now));
    await createKey(store, account.id, now, {
      repeatable: {
        idempotencyKey: String(index),
        keyMaterial: 'key material',
        until: now + hours(1 + (index % 2)),
      },
    });
  }
  const later = now + hours(1);
  expect(await store.sweep.batch(later, 7)).toEqual({
    accessTokens: 5,
    rateLimits: 2,
    idempotencyRecords: 0,
  });
  expect(await store.sweep.batch(later, 7)).toEqual({
    accessTokens: 0,
    rateLimits: 3,
    idempotencyRecords: 3,
  });
  // The other two can still be repeated, and no key is removed.
  expect(await inspect(store.database, 'select key_material from idempotency_records')).toHaveLength(2);
  expect(await store.apiKeys.list(account.id, later)).toHaveLength(5);
});
