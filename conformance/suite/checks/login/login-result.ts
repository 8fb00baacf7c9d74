import {
  decided,
  type Exchange,
  mismatch,
  nothingToJudge,
  notJudged,
  shown,
} from '../../../engine/index.ts';
import { serviceProfileOf } from '../../profile/service-profile.ts';
import { identityIn } from '../support/accounts/seen-credentials.ts';
import { responseChecks } from '../support/responses/every-response.ts';
import { dataOf, readOutcome, stringField } from '../support/responses/service-response.ts';
import { failures } from '../support/responses/verdicts.ts';
import { aloneOn, loginCheck, oncePerRun, serviceChecks } from '../support/service-context.ts';

// Two logins of the same account that all of these checks share. The first check that needs them pays their cost.
export const twoLogins = oncePerRun(async (context) => ({
  first: await context.sessions.login(),
  second: await context.sessions.login(),
}));

export const onTwoLogins = aloneOn(twoLogins);

const fields = ['access_token', 'me_id', 'mfa_enabled', 'nickname'];

export const loginResultChecks = serviceChecks(decided('login-result'), {
  'login/returns-a-token': loginCheck({
    rule: 'Returns an access token for the correct identity and password.',
    ...shown('4.1'),
    cost: { logins: 2, failures: 0 },
    ...onTwoLogins(async ({ first }, context) => {
      const rejected = context.mustSucceed(first);
      if (rejected) return rejected;
      const token = dataOf(first).access_token;
      if (typeof token === 'string' && token !== '') return undefined;
      const got = token === '' ? 'an empty string' : typeof token;
      return mismatch('a string in data.access_token', got, [first]);
    }),
  }),
  'login/result-is-complete': loginCheck({
    rule: 'Returns `access_token`, `me_id`, `mfa_enabled` and `nickname` in every login result.',
    ...onTwoLogins(async ({ first }) => {
      const data = dataOf(first);
      return fields
        .filter((name) => data[name] === undefined)
        .map((name) => mismatch(`data.${name}`, 'nothing', [first], name));
    }),
  }),
  'login/token-type-and-expiry': loginCheck({
    rule: 'Returns `token_type` "Bearer" and the lifetime of the token in seconds.',
    ...decided('access-token'),
    ...onTwoLogins(async ({ first }) => {
      const { token_type: type, expires_in: seconds } = dataOf(first);
      return failures([
        type === 'Bearer'
          ? undefined
          : mismatch('token_type "Bearer"', JSON.stringify(type) ?? 'nothing', [first], 'type'),
        Number.isInteger(seconds) && Number(seconds) > 0
          ? undefined
          : mismatch(
              'a positive number of seconds in expires_in',
              JSON.stringify(seconds) ?? 'nothing',
              [first],
              'expiry',
            ),
      ]);
    }),
  }),
  'login/me-id-format': loginCheck({
    rule: 'Returns a `me_id` of `usr_` and 22 letters or digits.',
    ...onTwoLogins(async ({ first }) => {
      const id = stringField(dataOf(first), 'me_id');
      if (id === undefined || /^usr_[0-9A-Za-z]{22}$/.test(id)) return undefined;
      return mismatch('usr_ and 22 letters or digits', JSON.stringify(id), [first]);
    }),
  }),
  'login/me-id-is-unique': loginCheck({
    rule: 'Returns different `me_id` values for two accounts.',
    ...shown('2.2-me_id'),
    needs: ['account', 'secondAccount'],
    cost: { logins: 1, failures: 0 },
    ...onTwoLogins(async ({ first }, context) => {
      const other = await context.sessions.login('secondAccount');
      const [one, two] = [dataOf(first).me_id, dataOf(other).me_id];
      if (one === undefined || one !== two) return undefined;
      return mismatch('two ids', 'one id for two accounts', [first, other]);
    }),
  }),
  'login/mfa-enabled-is-false': loginCheck({
    rule: 'Returns `mfa_enabled` false, or leaves it out, for an account without multi-factor authentication.',
    ...shown('2.2-mfa_enabled'),
    ...onTwoLogins(async ({ first }) => {
      const enabled = dataOf(first).mfa_enabled;
      if (enabled === undefined) return nothingToJudge('the login result has no mfa_enabled');
      return enabled !== true ? undefined : mismatch('mfa_enabled false', 'true', [first]);
    }),
  }),
});

export const loginResponseChecks = responseChecks(shown('2.2-me_id'), {
  'login/me-id-is-stable': {
    rule: 'Returns the same `me_id` at every login of one account.',
    operation: 'login',
    watch: (context) => {
      const { failures } = serviceProfileOf(context.profile);
      const seen = new Map<string, Exchange>();
      return {
        inspect: (exchange) => {
          const identity = identityIn(exchange);
          if (identity === undefined || readOutcome(exchange, failures)?.success !== true)
            return notJudged;
          const { me_id: id, access_token: token } = dataOf(exchange);
          if (id === undefined || token === undefined) return notJudged;
          const earlier = seen.get(identity);
          seen.set(identity, exchange);
          if (earlier === undefined) return notJudged;
          if (dataOf(earlier).me_id === id) return undefined;
          return mismatch('the same me_id twice', 'two different values', [earlier, exchange]);
        },
      };
    },
  },
});
