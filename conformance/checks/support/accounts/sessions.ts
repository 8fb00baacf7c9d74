import type { CheckContext, CompletedExchange } from '../../../check.ts';
import type { RawRequest, Request } from '../../../http/request.ts';
import { skipCheck } from '../../../outcome.ts';
import type { Codes } from '../one-time-codes/one-time-codes.ts';
import { type Extra, loginRequest, revokeRequest, unknownKeyId } from '../requests/operation-requests.ts';
import {
  dataOf,
  describeResponse,
  outcomeOf,
  readOutcome,
  stringField,
} from '../responses/service-response.ts';
import { type AccountName, accountOf, isMfa } from './fixture-accounts.ts';
import type { Memory } from './seen-credentials.ts';

export interface Sessions {
  /** A token that worked when it was last seen; logs in when there is none. */
  token(name?: AccountName): Promise<string>;
  /**
   * A token that works now: for requests that are sent once and whose refusal must have no other cause. Asks for a key that
   * nobody has, which changes nothing.
   */
  live(name?: AccountName): Promise<string>;
  /** A new login, whose token takes the place of the one before it: a server may have ended that. */
  renew(name?: AccountName): Promise<string>;
  /** Logs in with everything that is right, an unused one-time code included. What it answers is not judged. */
  login(name?: AccountName, extra?: Extra): Promise<CompletedExchange>;
  /** Sends what a token makes possible; when the token turns out to have ended, logs in and sends it once more. */
  as(name: AccountName, request: (token: string) => Request | RawRequest): Promise<CompletedExchange>;
}

// Servers limit how many keys one user may have; it is not shown to how many.
const mostKeysKept = 8;

/** `makeRoom` revokes the keys that were generated so far. */
export function createSessions(
  context: CheckContext,
  memory: Memory,
  codes: Codes,
  makeRoom: () => Promise<unknown>,
): Sessions {
  const { profile } = context;

  const login = async (name: AccountName = 'account', extra: Extra = {}) => {
    const { identity, password } = accountOf(profile, name);
    if (!isMfa(name)) return context.call(loginRequest({ identity, password }, extra));
    // A run just before this one may have spent codes that we know nothing of: three at most are refused in a row.
    for (let refused = 0; ; refused += 1) {
      const { otp } = await codes.next(name);
      const exchange = await context.call(loginRequest({ identity, password, otp }, extra));
      if (refused === 3 || readOutcome(exchange, profile.failures)?.success !== false) return exchange;
    }
  };
  const renew = async (name: AccountName = 'account') => {
    const exchange = await login(name);
    const token = stringField(dataOf(exchange), 'access_token');
    if (token !== undefined && outcomeOf(exchange, profile.failures).success) return token;
    return skipCheck(`the login of the ${name} gave no token: ${describeResponse(exchange)}`);
  };
  const token = async (name: AccountName = 'account') => memory.tokenOf(name) ?? (await renew(name));
  const as = async (name: AccountName, request: (token: string) => Request | RawRequest) => {
    let asked = request(await token(name));
    let exchange = await context.call(asked);
    if (says(exchange, 401)) {
      asked = request(await renew(name));
      exchange = await context.call(asked);
    }
    // That the user has too many keys is our own doing.
    if (asked.settings?.operation !== 'generateApiKey' || !says(exchange, 409)) return exchange;
    await makeRoom();
    return context.call(asked);
  };
  const says = (exchange: CompletedExchange, code: number) =>
    exchange.response.status === code || readOutcome(exchange, profile.failures)?.code === code;

  return {
    token,
    renew,
    login,
    as,
    live: async (name = 'account') => {
      if (memory.activeKeys().length > mostKeysKept) await makeRoom();
      await as(name, (now) => revokeRequest(now, unknownKeyId, { settings: { quiet: true } }));
      return token(name);
    },
  };
}
