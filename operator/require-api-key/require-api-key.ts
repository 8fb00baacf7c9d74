import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { NextFunction, Request, Response } from 'express';
import { createTraceId } from '../../server/http/context.ts';
import { Problem } from '../../server/http/problem.ts';
import { commonHeaders, failureEnvelope } from '../../server/http/respond.ts';
import { readBearer } from '../../server/http/run-operation.ts';
import { isWellFormed } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/credential-hashes.ts';
import { createKeyCache, maximumCacheMs } from '../keys/verification.ts';
import { type IntrospectionOptions, introspectKey } from './introspect-key.ts';

/** The owner of an API key. */
export interface ApiKeyOwner {
  /** The id of the key, by which it is revoked. */
  readonly id: string;
  /** The id of the user to whom the key belongs. */
  readonly sub: string;
  /** The label of the key; empty when it has none. */
  readonly description: string;
}

declare global {
  // biome-ignore lint/style/noNamespace: it is how Express lets a request have more properties.
  namespace Express {
    interface Request {
      /** Set by `requireApiKey`. */
      apiKey?: ApiKeyOwner;
    }
  }
}

interface Common {
  /**
   * For how many milliseconds an active key is accepted without another check. A revoked key may work for as long. With 0, each
   * request is checked. At most 60000.
   * @default 1000
   */
  readonly cacheMs?: number | undefined;
  /** Gets the error when a key could not be checked. Callers do not see it. @default a warning of the process */
  readonly onUnavailable?: ((error: unknown) => void) | undefined;
}

/** Where keys are checked: at the internal listener of the service, or in its database. */
export type RequireApiKeyOptions =
  | (Common & { readonly introspect: IntrospectionOptions; readonly database?: undefined })
  | (Common & {
      /** The service's own database: a path, or the URL of a PostgreSQL database. */
      readonly database: string;
      /** Its secrets file, where it is not `<database>.secrets`. */
      readonly secrets?: string | undefined;
      readonly introspect?: undefined;
    });

/** The middleware, and how to close what it has opened. */
export interface RequireApiKey {
  (request: Request, response: Response, next: NextFunction): Promise<void>;
  /** Closes the database, if one was opened. */
  close(): Promise<void>;
}

/**
 * Express middleware for services that accept the API keys of this one, as `Authorization: Bearer <API_KEY>`. It sets
 * `request.apiKey`, or sends a failure in the envelope of the contract: 401 (RFC 6750, 3) when the key is missing or not
 * active, 503 when the key could not be checked.
 *
 * @example
 * app.use('/reports', requireApiKey({ introspect: { url: 'http://127.0.0.1:8081/introspect', credential } }));
 * @throws RangeError when `cacheMs` is out of range.
 */
export function requireApiKey(options: RequireApiKeyOptions): RequireApiKey {
  const { cacheMs, onUnavailable = (error) => process.emitWarning(asError(error)) } = options;
  if (cacheMs !== undefined && !(cacheMs >= 0 && cacheMs <= maximumCacheMs))
    throw new RangeError(`cacheMs must be from 0 to ${maximumCacheMs}`);
  const database = options.introspect ? undefined : openLookup(options.database, options.secrets);
  const cache = createKeyCache<CheckedKey>({ cacheMs, now: () => Date.now() });
  const check = async (key: string): Promise<CheckedKey | undefined> => {
    const verified = options.introspect
      ? await introspectKey(options.introspect, key)
      : await database?.verify(key);
    if (!verified?.active || verified.kind !== 'api_key') return undefined;
    const { id, sub, description, exp } = verified;
    return {
      owner: { id, sub, description },
      expiresAt: exp === undefined ? undefined : exp * 1000,
    };
  };

  const owner = async (request: Request): Promise<ApiKeyOwner> => {
    // Of two headers, a proxy may have read the other one.
    if ((request.headersDistinct.authorization?.length ?? 0) > 1)
      throw new Problem('malformed_request');
    const key = readBearer(request.headers.authorization);
    // A truncated or mistyped key, or another kind of credential, needs no look-up.
    if (!isWellFormed('apiKey', key)) throw new Problem('token_invalid');
    const found = await cache(hashCredential(key), () => check(key)).catch((error) => {
      onUnavailable(error);
      throw new Problem('unavailable', { cause: error });
    });
    if (found === undefined) throw new Problem('token_invalid');
    return found.owner;
  };

  const middleware = async (request: Request, response: Response, next: NextFunction) => {
    try {
      request.apiKey = await owner(request);
    } catch (error) {
      if (!(error instanceof Problem)) return next(error);
      return sendFailure(response, error);
    }
    next();
  };
  return Object.assign(middleware, { close: async () => database?.close() });
}

interface CheckedKey {
  readonly owner: ApiKeyOwner;
  readonly expiresAt: number | undefined;
}

function sendFailure(response: Response, problem: Problem): void {
  response
    .status(problem.code)
    .set({ ...commonHeaders, ...problem.headers })
    .json(failureEnvelope(problem, createTraceId(randomBytes)));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Verifies keys in the service's own database. The first call opens the database and loads the modules for SQL, which users of the
 * introspection endpoint do not need. When the database cannot be opened, the next key tries again.
 */
function openLookup(database: string, secrets: string | undefined) {
  let opening: ReturnType<typeof openExisting> | undefined;
  const open = () => {
    opening ??= openExisting(database, secrets).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    verify: async (key: string) => (await open()).verifyKey(key),
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      opening = undefined;
      await opened?.close();
    },
  };
}

// A mistyped path would create an empty database, which has no keys.
async function openExisting(database: string, secrets: string | undefined) {
  const [{ createVerification }, { openStore }, { isPostgresUrl }] = await Promise.all([
    import('../keys/verification.ts'),
    import('../../server/store/open-store.ts'),
    import('../../server/store/postgres/url.ts'),
  ]);
  if (!isPostgresUrl(database) && !existsSync(database))
    throw new Error(`there is no database at ${database}`);
  const store = await openStore({ database, secrets });
  const { verifyKey } = createVerification({ ...store, now: Date.now });
  return { verifyKey, close: store.close };
}
