import {
  type CompletedExchange,
  decided,
  type Exchange,
  mismatch,
  observed,
  safety,
  shown,
} from '../../../engine/index.ts';
import {
  generateRequest,
  loginRequest,
  wrongPassword,
} from '../support/requests/operation-requests.ts';
import { dataOf, envelopeOf, statusOf } from '../support/responses/service-response.ts';
import { failures, failuresOf, mustMatch, mustMatchInText } from '../support/responses/verdicts.ts';
import {
  loginCheck,
  oncePerRun,
  type ServiceContext,
  serviceChecks,
} from '../support/service-context.ts';
import { unknownIdentity } from './identity.ts';

/** A login with a wrong password, with which the other rejections are compared. */
export const wrongLogin = oncePerRun((context) =>
  context.call(loginRequest({ identity: context.account().identity, password: wrongPassword })),
);

const unknownLogin = oncePerRun((context) =>
  context.call(loginRequest({ identity: unknownIdentity(context), password: wrongPassword })),
);

/** Sends two logins that differ only in the identity: of an account, and of none. */
async function loginsThatMustMatch(context: ServiceContext, password?: string) {
  const known = await context.call(
    loginRequest({ identity: context.account().identity, password }),
  );
  return [
    known,
    await context.call(loginRequest({ identity: unknownIdentity(context), password })),
  ] as const;
}

const disabledLogin = oncePerRun((context) => {
  const { identity, password } = context.account('disabledAccount');
  return context.call(loginRequest({ identity, password }));
});

/** Rounds before the check may end because it saw no difference, and rounds after which it always ends. */
const [minRounds, maxRounds] = [5, 28];

export const rejectedLoginChecks = serviceChecks(decided('mfa'), {
  'login/rejection-has-no-token': loginCheck({
    rule: 'Returns no access token when it rejects a login, whatever the reason.',
    ...shown('1.1'),
    cost: { logins: 0, failures: 2 },
    // The rejections of other checks are judged too: of codes, and of disabled accounts.
    stage: 5,
    run: async (context) => {
      await wrongLogin(context);
      await unknownLogin(context);
      const rejections = context.memory.rejectedLogins();
      const shown = rejections.find(
        (exchange) => typeof dataOf(exchange).access_token === 'string',
      );
      if (shown !== undefined)
        return mismatch('no data.access_token', 'an access token in the rejection', [shown]);

      return failuresOf(context, tokensPerhapsIn(rejections), async ({ text, exchange }) => {
        const used = await context.call(generateRequest(text));
        if (!context.outcomeOf(used).success) return undefined;
        context.secrets.remember('ACCESS_TOKEN', text);
        return mismatch('no token in the rejection', 'a text in it that works as a token', [
          exchange,
          used,
        ]);
      });
    },
  }),
  'login/wrong-password-is-401': loginCheck({
    rule: 'Returns 401 `invalid_credentials` for a wrong password.',
    run: async (context) =>
      context.mustHaveCode(await wrongLogin(context), 401, 'invalid_credentials'),
  }),
  'login/same-response-for-unknown-identity': loginCheck({
    rule: 'Returns the same response for an unknown identity as for a wrong password.',
    ...safety('mfa'),
    run: async (context) =>
      mustMatchInText([await wrongLogin(context), await unknownLogin(context)], () =>
        loginsThatMustMatch(context, wrongPassword),
      ),
  }),
  'login/disabled-account-is-rejected': loginCheck({
    rule: 'Rejects a login to a disabled account.',
    ...safety('mfa'),
    needs: ['account', 'disabledAccount'],
    cost: { logins: 0, failures: 1 },
    run: async (context) => context.mustBeRejected(await disabledLogin(context)),
  }),
  'login/same-response-for-disabled-account': loginCheck({
    rule: 'Returns the same response for a disabled account as for a wrong password.',
    needs: ['account', 'disabledAccount'],
    run: async (context) => mustMatch(await wrongLogin(context), await disabledLogin(context)),
  }),
  'login/same-response-for-wrong-password-of-disabled-account': loginCheck({
    rule: 'Returns the same response for a wrong password, whether or not the account is disabled.',
    ...safety('mfa'),
    needs: ['account', 'disabledAccount'],
    cost: { logins: 0, failures: 1 },
    run: async (context) => {
      const { identity } = context.account('disabledAccount');
      const disabled = await context.call(loginRequest({ identity, password: wrongPassword }));
      return mustMatch(await wrongLogin(context), disabled);
    },
  }),
  'login/same-response-without-password': loginCheck({
    rule: 'Returns the same 401 `password_required` for all identities when the password is missing.',
    cost: { logins: 0, failures: 2 },
    run: async (context) => {
      const pair = await loginsThatMustMatch(context);
      return failures([
        context.mustHaveCode(pair[0], 401, 'password_required', 'code'),
        await mustMatchInText(pair, () => loginsThatMustMatch(context), 'same response'),
      ]);
    },
  }),
  'login/same-time-for-unknown-identity': loginCheck({
    rule: 'Takes the same time to reject an unknown identity and a wrong password.',
    ...observed('mfa'),
    cost: { logins: 0, failures: maxRounds * 3 },
    exclusive: true,
    run: async (context) => {
      const { identity } = context.account();
      // Disturbances only make a measurement longer, so the quickest of a series is the most accurate.
      const quickest = { known: Infinity, unknown: Infinity, control: Infinity };
      const measure = async (series: Series, name: string) => {
        const exchange = await context.call(
          loginRequest({ identity: name, password: wrongPassword }),
        );
        quickest[series] = Math.min(quickest[series], exchange.durationMs);
        return exchange;
      };
      let last: CompletedExchange | undefined;
      for (let round = 1; round <= maxRounds; round += 1) {
        // Each round uses new unknown identities, so that a server that caches misses does not get quicker.
        const identities = {
          unknown: unknownIdentity(context, round * 2 - 1),
          known: identity,
          control: unknownIdentity(context, round * 2),
        };
        for (const series of orders[round % orders.length] ?? orders[0]) {
          const exchange = await measure(series, identities[series]);
          if (series === 'known') last = exchange;
        }
        // More rounds remove a difference that comes from the machine, but not one that comes from the server. It ends when the
        // difference is small, and the noise is too low to hide a larger one.
        const { noise, difference, least } = compare(quickest);
        if (round >= minRounds && difference < least && 2 * noise < least) break;
      }
      const { known, unknown, control } = quickest;
      const { difference, noise, allowed } = compare(quickest);
      context.observe(
        `quickest of a series: wrong password ${known.toFixed(1)} ms, unknown identity ${unknown.toFixed(1)} and ${control.toFixed(1)} ms`,
      );
      if (last === undefined || difference < allowed) return undefined;
      const got = `${difference.toFixed(1)} ms, where the noise is ${noise.toFixed(1)} ms`;
      return mismatch('no more difference than between two series of the same request', got, [
        last,
      ]);
    },
  }),
});

// A server that rejects logins with more such texts than these shows them in the first ones.
const mostTexts = 8;
const likeToken = /^[\w.~+/=-]{16,}$/;
const headersWithTokens = /^(authorization|set-cookie|x-.*|.*token.*)$/i;

/** Every text in the body or a header of a rejection that may be a token, each once. */
function tokensPerhapsIn(rejections: readonly Exchange[]) {
  const found = new Map<string, Exchange>();
  for (const exchange of rejections) {
    const { trace_id: trace } = statusOf(exchange) ?? {};
    const headers = (exchange.response?.headers ?? [])
      .filter(([name]) => headersWithTokens.test(name))
      .flatMap(([, value]) => value.split(/[\s;,=]+/));
    for (const text of [...textsIn(envelopeOf(exchange)), ...headers])
      if (text !== trace && likeToken.test(text) && !found.has(text)) found.set(text, exchange);
  }
  return [...found].slice(0, mostTexts).map(([text, exchange]) => ({ text, exchange }));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^bearer +/i, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

// Uses every order in turn, so that a periodic disturbance of the machine does not always hit the same series.
const orders = [
  ['unknown', 'known', 'control'],
  ['known', 'control', 'unknown'],
  ['control', 'unknown', 'known'],
  ['control', 'known', 'unknown'],
  ['known', 'unknown', 'control'],
  ['unknown', 'control', 'known'],
] as const;
type Series = (typeof orders)[number][number];

/** In milliseconds. Two series of the same request show how much noise the clock and the network cause. */
function compare({ known, unknown, control }: Readonly<Record<Series, number>>) {
  const noise = Math.abs(unknown - control);
  const difference = Math.abs(known - (unknown + control) / 2);
  const least = Math.max(2, known * 0.2);
  return { noise, difference, least, allowed: Math.max(3 * noise, least) };
}
