import { createApp, loadDocument } from './app.ts';
import type { Config } from './config/config.ts';
import type { Purpose } from './http/docs.ts';
import type { OpenApiDocument } from './http/document.ts';
import type { Listener } from './http/node-server.ts';
import type { Log, ObserveRequest } from './http/observe.ts';
import { Problem } from './http/problem.ts';
import { bindOperations } from './operations/index.ts';
import { createCredential, credentialPrefix, isWellFormed } from './security/credential.ts';
import {
  createKeyMaterial,
  deriveApiKey,
  hashCredential,
  type KeySource,
} from './security/credential-hashes.ts';
import { SecretsError } from './security/encryption/keyring.ts';
import { hashRecoveryCode, matchStep } from './security/mfa-secrets.ts';
import { createCodeReader } from './security/one-time-codes.ts';
import { boundPasswords, type PasswordLoad } from './security/passwords/bounded-passwords.ts';
import { createDummyCosts, createLoginPasswords } from './security/passwords/login-passwords.ts';
import type { Passwords } from './security/passwords/password.ts';
import { bufferedRandom, createId, type Random } from './security/random.ts';
import { createFailedLogins } from './security/throttle/failed-logins.ts';
import { createRequestCounter } from './security/throttle/throttle.ts';
import type { Store } from './store/open-store.ts';

export interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
  readonly now: () => number;
  readonly random: Random;
  readonly passwords: Passwords;
  /** @default the document of the package */
  readonly document?: OpenApiDocument | undefined;
  /** @default a service for real accounts */
  readonly purpose?: Purpose | undefined;
  /** Called for metrics. @default none */
  readonly observers?: Observers | undefined;
}

export interface Observers {
  readonly request: ObserveRequest;
  watchPasswords(load: () => PasswordLoad): void;
}

export function composeService(parts: Parts): Listener {
  const { config, store, log, now, observers, document = loadDocument() } = parts;
  const random = bufferedRandom(parts.random);
  const { rateLimits } = config;
  const busy = createBusyProblem(parts);
  const passwords = boundPasswords(parts.passwords, config.hashing, busy);
  observers?.watchPasswords(passwords.load);
  return createApp({
    document,
    handlers: bindOperations({
      ...store,
      accounts: { findByIdentity: findForLogin(parts) },
      now,
      passwords: createLoginPasswords(
        passwords,
        createDummyCosts({
          count: store.accounts.countPasswordCosts,
          current: passwords.cost,
          secret: () => store.encryption.derive('dummy costs'),
          now,
        }),
      ),
      failedLogins:
        rateLimits &&
        createFailedLogins(
          {
            ...store,
            admit: (origin) => {
              if (!passwords.hasPlaceFor(origin)) throw busy();
            },
            now,
            onError: (error) => log.warn({ err: error }, 'could not record the result of a login'),
          },
          rateLimits.failedLogins,
        ),
      readCode: createCodeReader({ matchStep, hashRecoveryCode }),
      createToken: () => createToken(random),
      createKeyId: () => createId('key', random),
      createKey: (source) => createKey(random, source),
      createKeyMaterial: () => createKeyMaterial(random),
      tokenLifetimeMs: config.tokenLifetimeMs,
      maximumKeys: config.maximumKeys,
    }),
    findCaller: async (token) =>
      isWellFormed('accessToken', token)
        ? store.accessTokens.findLive(hashCredential(token), now())
        : undefined,
    isOutage: store.isOutage,
    limits: config.limits,
    trustedHops: config.trustedHops,
    countRequest: rateLimits
      ? createRequestCounter(
          store.rateLimits,
          store.rateLimitKeys,
          rateLimits.requestsPerMinute,
          now,
        )
      : async () => undefined,
    observe: observers?.request,
    corsOrigins: config.corsOrigins,
    docs: config.docs,
    hashIdentity: store.rateLimitKeys.loggedIdentity,
    purpose: parts.purpose,
    random,
    log,
  });
}

/**
 * Finds an account, unless its secrets cannot be decrypted: any other failure than that of unknown identities would reveal it. So would
 * the time: it decrypts two texts for each identity, also for one without MFA, and an unknown one.
 */
function findForLogin({ store, log }: Parts) {
  const decryptDummy = createDummySecret(store.encryption);
  return async (identity: string) => {
    const account = await store.accounts.findByIdentity(identity).catch((error: unknown) => {
      if (!(error instanceof SecretsError)) throw error;
      const message =
        'cannot decrypt the secrets of an account, perhaps because the secrets file is stale: its login fails like that of an unknown identity';
      log.error({ err: error }, message);
      return undefined;
    });
    if (account === undefined) decryptDummy();
    if (account?.totpSecret === undefined) decryptDummy();
    return account;
  };
}

function createDummySecret(encryption: Store['encryption']): () => void {
  const place = { column: 'accounts.password_hash', accountId: '' };
  let dummy: string | undefined;
  return () => {
    try {
      // As long as a hash.
      dummy ??= encryption.encrypt(place, ' '.repeat(97));
      encryption.decrypt(place, dummy);
    } catch (error) {
      // Its key was retired.
      if (error instanceof SecretsError) dummy = undefined;
      else throw error;
    }
  };
}

const minute = 60_000;

function createBusyProblem({ log, now }: Parts): () => Problem {
  const warn = oncePerMinute(now, () =>
    log.warn('too many passwords wait for verification: the server returns 503 to some logins'),
  );
  return () => {
    warn();
    return new Problem('unavailable');
  };
}

/** For what the log reports once a minute, and not for every request. */
export function oncePerMinute(now: () => number, report: () => void): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (Math.abs(now() - reportedAt) < minute) return;
    reportedAt = now();
    report();
  };
}

function createToken(random: Random) {
  const token = createCredential('accessToken', random);
  return { token, tokenHash: hashCredential(token) };
}

function createKey(random: Random, source: KeySource | undefined) {
  const key = source === undefined ? createCredential('apiKey', random) : deriveApiKey(source);
  return { key, keyHash: hashCredential(key), keyPrefix: credentialPrefix(key) };
}
