import {
  type CompletedExchange,
  type RawRequest,
  type Request,
  skipCheck,
} from '../../../../engine/index.ts';
import type { ServiceBase } from '../../../profile/service-profile.ts';
import type { Codes } from '../one-time-codes/one-time-codes.ts';
import {
  loginRequest,
  type RequestExtras,
  revokeRequest,
  unknownKeyId,
} from '../requests/operation-requests.ts';
import {
  dataOf,
  describeResponse,
  outcomeOf,
  readOutcome,
  stringField,
} from '../responses/service-response.ts';
import { type AccountName, accountOf, isMfa, type Memory } from './seen-credentials.ts';

export type Sessions = ReturnType<typeof createSessions>;

// Servers limit the number of keys per user, and the interface description does not give the limit.
const maxActiveKeys = 8;

/** `makeRoom` revokes the keys that were generated so far. */
export function createSessions(
  context: ServiceBase,
  memory: Memory,
  codes: Codes,
  makeRoom: () => Promise<unknown>,
) {
  const { profile } = context;

  /** Logs in with valid credentials, including an unused one-time code. Does not check the response. */
  const login = async (name: AccountName = 'account', extra: RequestExtras = {}) => {
    const { identity, password } = accountOf(profile, name);
    if (!isMfa(name)) return context.call(loginRequest({ identity, password }, extra));
    // An earlier run may have used the latest codes: at most three in a row.
    for (let refused = 0; ; refused += 1) {
      const { otp } = await codes.next(name);
      const exchange = await context.call(loginRequest({ identity, password, otp }, extra));
      if (refused === 3 || readOutcome(exchange, profile.failures)?.success !== false)
        return exchange;
    }
  };
  /** Logs in and replaces the earlier token, which the server may have ended. */
  const renew = async (name: AccountName = 'account') => {
    const exchange = await login(name);
    const token = stringField(dataOf(exchange), 'access_token');
    if (token !== undefined && outcomeOf(exchange, profile.failures).success) return token;
    const got = describeResponse(exchange);
    const isEnded = memory.logins().some(({ owner }) => owner === name);
    return skipCheck(
      isEnded
        ? `the server no longer accepts the login of the ${name} (${got}): if failed logins lock it, set budget.failures in the profile to a number below that limit`
        : `the login of the ${name} returned no token: ${got}`,
    );
  };
  const firstLogins = new Map<AccountName, Promise<string>>();
  /** The last token of the account. Logs in when there is none. */
  const token = async (name: AccountName = 'account') => {
    const known = memory.tokenOf(name);
    if (known !== undefined) return known;
    // Checks that run in parallel share the login: a server may end the earlier of two sessions.
    const login = firstLogins.get(name) ?? renew(name).finally(() => firstLogins.delete(name));
    firstLogins.set(name, login);
    return login;
  };
  /** Sends a request, and sends it once more after making room when the tool itself generated too many keys. */
  const send = async (request: Request | RawRequest) => {
    const exchange = await context.call(request);
    const isGeneration = request.settings?.operation === 'generateApiKey';
    if (!isGeneration || !hasCode(exchange, 409)) return exchange;
    await makeRoom();
    return context.call(request);
  };
  /** Sends a request with a token. When the token has ended, logs in and sends the request once more. */
  const as = async (name: AccountName, request: (token: string) => Request | RawRequest) => {
    const used = await token(name);
    const exchange = await send(request(used));
    if (!hasCode(exchange, 401)) return exchange;
    if (memory.tokenOf(name) === used) memory.forget(name);
    return send(request(await token(name)));
  };
  const hasCode = (exchange: CompletedExchange, code: number) =>
    exchange.response.status === code || readOutcome(exchange, profile.failures)?.code === code;

  let isShared = false;
  const tested = new Map<AccountName, Promise<unknown>>();
  const test = async (name: AccountName) => {
    if (memory.activeKeys().length > maxActiveKeys) await makeRoom();
    await as(name, (current) =>
      revokeRequest(current, unknownKeyId, { settings: { quiet: true } }),
    );
  };

  return {
    token,
    renew,
    login,
    send,
    as,
    beginBatch: (size: number) => {
      isShared = size > 1;
      tested.clear();
    },
    /**
     * A token that works now, for requests that must not be rejected because of their token. Tests it by revoking a key that
     * does not exist. Checks that run in parallel share the test, because none of them logs in.
     */
    live: async (name: AccountName = 'account') => {
      const done = (isShared ? tested.get(name) : undefined) ?? test(name);
      tested.set(name, done);
      await done;
      return token(name);
    },
  };
}
