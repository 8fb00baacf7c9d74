import { expect, test } from 'vitest';
import { type Behaviour, isRefusal, type Refusal, refuse } from '../../mutants/model/behaviour.ts';
import { correct } from '../../mutants/model/correct.ts';
import { status } from '../../mutants/overrides.ts';
import { runAgainst } from '../../mutants/run-against.ts';

const rejectingLogins = (reason: Refusal['reason']): Partial<Behaviour> => ({
  login: async () => refuse(reason),
});

test.each([
  ['otp_required', 'it needs a one-time code'],
  ['invalid_credentials', 'are identity and password right? Failed logins of an earlier run'],
  ['internal_error', 'the server failed, which says nothing about the account'],
  ['unsupported_media_type', 'the server rejects the request, whatever its credentials'],
  ['not_found', 'the base URL is the address before /v1: is it right?'],
] as const)('when the first login returns %s, the run ends and says: %s', async (reason, words) => {
  const { stopReason } = await runAgainst(rejectingLogins(reason), { only: ['tokens'] });
  expect(stopReason).toContain('the account of the profile cannot log in');
  expect(stopReason).toContain(words);
});

test('when the server says that the account is locked, the run ends and does not doubt the password', async () => {
  const { stopReason } = await runAgainst(
    {
      ...rejectingLogins('invalid_credentials'),
      ...status({ reason: 'account_locked' }),
    },
    { only: ['tokens'] },
  );
  expect(stopReason).toContain('account_locked): unlock it, or name another account');
});

test('when failed logins have locked the account during the run, says so and how to avoid it', async () => {
  let failures = 0;
  const locking: Partial<Behaviour> = {
    login: async (state, body) => {
      if (failures >= 3) return refuse('invalid_credentials');
      const outcome = await correct.login(state, body);
      if (isRefusal(outcome)) failures += 1;
      return outcome;
    },
    openSession: (state, account) => {
      const session = correct.openSession(state, account);
      return { ...session, until: state.now() };
    },
  };
  const { outcomes } = await runAgainst(locking, { only: ['login', 'tokens'] });
  const reasons = outcomes.map(({ reason = '' }) => reason);
  const locked = reasons.filter((reason) => reason.includes('no longer accepts the login'));
  expect(locked[0]).toBe(
    'the server no longer accepts the login of the account (HTTP 401, code 401 invalid_credentials): if failed logins lock it, set budget.failures in the profile to a number below that limit',
  );
});
