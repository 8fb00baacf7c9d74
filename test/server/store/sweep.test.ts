import { expect, test } from 'vitest';
import { hours } from '../../support/server/clock.ts';
import { addAccount, logIn, now } from './an-account.ts';
import { temporaryStore } from './temporary-store.ts';

test('a batch removes no more than its limit', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com');
  for (let index = 0; index < 5; index += 1) {
    await logIn(store, account);
    await store.rateLimits.swap(
      { subject: String(index), action: 'login' },
      undefined,
      { count: 1, until: now, forgetAt: now + 1 },
      now,
    );
  }
  const later = now + hours(2);
  expect(await store.sweep.batch(later, 7)).toEqual({ accessTokens: 5, rateLimits: 2 });
  expect(await store.sweep.batch(later, 7)).toEqual({ accessTokens: 0, rateLimits: 3 });
});
