import { mismatch, safety, skipCheck } from '../../engine/index.ts';
import { twoLogins } from './login/login-result.ts';
import {
  generateRequest,
  plainDescription,
  revokeRequest,
} from './support/requests/operation-requests.ts';
import { dataOf, stringField } from './support/responses/service-response.ts';
import { judgeAll } from './support/responses/verdicts.ts';
import { generateCheck, loginCheck, serviceChecks } from './support/service-context.ts';

export const parallelChecks = serviceChecks(safety('2.2-me_id'), {
  'parallel/logins-have-their-own-results': loginCheck({
    rule: 'Returns its own user id and token to each of two parallel logins.',
    needs: ['account', 'secondAccount'],
    cost: { logins: 2, failures: 0 },
    run: async (context) => {
      const expected = stringField(dataOf((await twoLogins(context)).first), 'me_id');
      const { id } = await context.keys.revocable();
      const exchanges = await Promise.all([
        context.sessions.login('account'),
        context.sessions.login('secondAccount'),
      ]);
      const [own, other] = exchanges;
      const got = stringField(dataOf(own), 'me_id');
      if (expected !== undefined && got !== undefined && got !== expected)
        return mismatch('the me_id of the account', 'another me_id', exchanges);
      const [token, otherToken] = [own, other].map((login) =>
        stringField(dataOf(login), 'access_token'),
      );
      if (token === undefined || otherToken === undefined)
        return skipCheck('a login returned no token');
      const revoked = await context.call(revokeRequest(token, id));
      if (context.mustSucceed(revoked) === undefined) return undefined;
      // The tokens are swapped, or both are of the other account, if the other token can revoke what only this one should.
      const swapped = await context.call(revokeRequest(otherToken, id));
      const generated = await context.call(generateRequest(token));
      const shared = await context.call(
        revokeRequest(otherToken, await context.keys.idIn(generated)),
      );
      if (![swapped, shared].some((exchange) => context.outcomeOf(exchange).success))
        return skipCheck('the server revoked no key');
      const shown = [...exchanges, revoked, swapped, generated, shared];
      return mismatch('the token of the account', 'the token of the other account', shown);
    },
  }),
  'parallel/keys-have-their-own-descriptions': generateCheck({
    rule: 'Returns a key with its own description to each of several parallel requests.',
    ...safety('description'),
    run: async (context) => {
      const token = await context.sessions.live();
      return judgeAll([1, 2, 3, 4], async (number) => {
        const description = `${plainDescription}, parallel request ${number}`;
        const exchange = await context.call(generateRequest(token, { description }));
        const got = stringField(dataOf(exchange), 'description');
        // A server may change a description. Here it is the one of another request.
        const isOther = got !== description && /parallel request \d$/.test(got ?? '');
        return isOther
          ? mismatch(JSON.stringify(description), JSON.stringify(got), [exchange], 'swapped')
          : undefined;
      });
    },
  }),
});
