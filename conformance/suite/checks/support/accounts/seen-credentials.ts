import {
  type Exchange,
  type JsonObject,
  type Secrets,
  skipCheck,
} from '../../../../engine/index.ts';
import {
  mfaFixturesOf,
  type ServiceBase,
  type ServiceProfile,
} from '../../../profile/service-profile.ts';
import { keyIdIn, operationOf, revokeRequest } from '../requests/operation-requests.ts';
import { dataOf, jsonObjectIn, readOutcome, stringField } from '../responses/service-response.ts';
import type { KeyIds } from './key-id.ts';

export const accountNames = [
  ...['account', 'secondAccount', 'mfaAccount', 'secondMfaAccount', 'disabledAccount'],
] as const satisfies readonly (keyof ServiceProfile['fixtures'])[];
export type AccountName = (typeof accountNames)[number];
export type MfaAccountName = 'mfaAccount' | 'secondMfaAccount';

export function accountOf<Name extends AccountName>(profile: ServiceProfile, name: Name) {
  return profile.fixtures[name] ?? skipCheck(`the profile has no ${name}`);
}

export function isMfa(name: AccountName): name is MfaAccountName {
  return name === 'mfaAccount' || name === 'secondMfaAccount';
}

/** The fixture with this identity, in any letter case. */
function accountWithIdentity(profile: ServiceProfile, identity: string): AccountName | undefined {
  const wanted = identity.toLowerCase();
  return accountNames.find((name) => profile.fixtures[name]?.identity.toLowerCase() === wanted);
}

export interface KnownKey {
  readonly secret: string;
  readonly id: string | undefined;
  readonly body: unknown;
  readonly owner: AccountName | undefined;
  /** Its generation. */
  readonly exchange: Exchange;
  /** Whether another key was the bearer token of its generation. */
  readonly isMadeWithKey: boolean;
}

/** A login of an account of the profile that returned a token. */
export interface Login {
  readonly token: string;
  readonly owner: AccountName;
  readonly exchange: Exchange;
}

/** The tokens and keys that the responses of a run contained, with their owners. */
export type Memory = ReturnType<typeof rememberCredentials>;

function rememberFixtures(secrets: Secrets, profile: ServiceProfile): void {
  for (const name of accountNames) {
    const fixture = profile.fixtures[name];
    if (fixture) secrets.remember('PASSWORD', fixture.password);
  }
  for (const mfa of mfaFixturesOf(profile)) {
    secrets.remember('TOTP_SECRET', mfa.totpSecret);
    for (const code of mfa.recoveryCodes) secrets.remember('RECOVERY_CODE', code);
  }
}

/** From every exchange of a run, so that every key is revoked at the end and no ended token is used. */
export function rememberCredentials(
  { target, profile, secrets, made, gone }: ServiceBase,
  keyIds: KeyIds,
) {
  rememberFixtures(secrets, profile);
  const current = new Map<AccountName, string>();
  const owners = new Map<string, AccountName>();
  const logins: Login[] = [];
  let unattributedLogins = 0;
  const rejectedLogins: Exchange[] = [];
  const keys = new Map<string, Omit<KnownKey, 'id'>>();
  const issuedKeys = new Set<string>();

  const recordExchange = (exchange: Exchange) => {
    const data = dataOf(exchange);
    const token = stringField(data, 'access_token');
    if (token !== undefined) secrets.remember('ACCESS_TOKEN', token);
    if (isRejectedLogin(exchange)) rejectedLogins.push(exchange);
    else if (token !== undefined) {
      const owner = accountWithIdentity(profile, identityIn(exchange) ?? '');
      if (owner === undefined) unattributedLogins += 1;
      else {
        current.set(owner, token);
        owners.set(token, owner);
        logins.push({ token, owner, exchange });
      }
    }
    const secret = stringField(data, 'api_key');
    if (secret !== undefined) {
      secrets.remember('API_KEY', secret);
      const [bearer = '', owner] = bearerOf(exchange, owners) ?? [];
      const body = exchange.response?.json?.value;
      const isMadeWithKey = issuedKeys.has(bearer);
      // A server may repeat its response, and then the key is as old as the first one.
      const first = keys.get(secret)?.exchange ?? exchange;
      keys.set(secret, { secret, body, owner, exchange: first, isMadeWithKey });
      issuedKeys.add(secret);
      announce(secret);
      // A server may accept a key as a token. The keys it then generates have the same owner.
      if (owner !== undefined) owners.set(secret, owner);
    }
    if (operationOf(exchange, target.baseUrl) === 'revokeApiKey') {
      if (readOutcome(exchange, profile.failures)?.success === true)
        recordRevocation(keyIdIn(exchange));
    }
  };
  const isRejectedLogin = (exchange: Exchange) =>
    operationOf(exchange, target.baseUrl) === 'login' &&
    readOutcome(exchange, profile.failures)?.success === false;
  const recordRevocation = (id: string) => {
    for (const { secret, body } of keys.values()) {
      if (!keyIds.candidates(body).some((candidate) => candidate.id === id)) continue;
      keys.delete(secret);
      gone(nameOf(secret));
    }
  };
  const nameOf = (secret: string) => `the key ${secret}`;
  /** Says that there is a key to revoke, for the case that this process is ended. */
  const announce = (secret: string) => {
    const { body, owner } = keys.get(secret) ?? {};
    const id = keyIds.in(body);
    const token = owner && current.get(owner);
    made(nameOf(secret), token && id ? revokeRequest(token, id) : undefined);
  };
  target.listen(recordExchange);

  return {
    tokenOf: (name: AccountName) => current.get(name),
    /** Every login of the profile's accounts that returned a token, the newest last. */
    logins: (): readonly Login[] => logins,
    /** How many logins returned a token to an identity that no account of the profile has in this form. */
    unattributedLogins: () => unattributedLogins,
    rejectedLogins: (): readonly Exchange[] => rejectedLogins,
    forget: (name: AccountName) => current.delete(name),
    activeKeys: (): readonly KnownKey[] =>
      [...keys.values()].map((key) => ({ ...key, id: keyIds.in(key.body) })),
  };
}

export function identityIn(exchange: Exchange): string | undefined {
  return stringField(sentBodyOf(exchange), 'identity');
}

export function sentBodyOf({ request }: Exchange): JsonObject {
  return jsonObjectIn(request.body) ?? {};
}

// Searches the whole request, because checks put tokens in unusual places and a server may accept them there.
function bearerOf(
  { request }: Exchange,
  owners: ReadonlyMap<string, AccountName>,
): readonly [token: string, owner: AccountName] | undefined {
  const text = Buffer.from(request.bytes).toString('latin1');
  return [...owners].findLast(([token]) => text.includes(token));
}
