import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { commonHeaders, createTraceId, failureEnvelope } from './http/envelope.ts';
import { Problem } from './http/problem.ts';
import { readBearer } from './http/read-request.ts';
import { isWellFormed } from './security/credential.ts';

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

export interface RequireApiKeyOptions {
  /** The endpoint of the internal listener: `http://127.0.0.1:8081/introspect`. */
  readonly url: string;
  /** The content of its credential file. */
  readonly credential: string;
  /** How long to wait for the response, in milliseconds. @default 2000 */
  readonly timeoutMs?: number | undefined;
  /** Gets the error when a key could not be checked. Callers do not see it. @default a warning of the process */
  readonly onUnavailable?: ((error: unknown) => void) | undefined;
}

/**
 * Express middleware for services that accept the API keys of this one, as `Authorization: Bearer <API_KEY>`. It asks the internal
 * listener for each request (RFC 7662), so a revoked key ends at once. It sets `request.apiKey`, or sends a failure in the envelope
 * of the contract: 401 when the key is missing or not active, 503 when it could not be checked.
 *
 * @example
 * app.use('/reports', requireApiKey({ url: 'http://127.0.0.1:8081/introspect', credential }));
 */
export function requireApiKey(options: RequireApiKeyOptions): RequestHandler {
  const { onUnavailable = (error) => process.emitWarning(String(error)) } = options;
  return async (request, response, next) => {
    try {
      const key = readBearer(request.headers.authorization);
      // A truncated or mistyped key, or another kind of credential, needs no look-up.
      if (!isWellFormed('apiKey', key)) throw new Problem('token_invalid');
      const owner = await findOwner(options, key).catch((cause: unknown) => {
        onUnavailable(cause);
        throw new Problem('unavailable', { cause });
      });
      if (owner === undefined) throw new Problem('token_invalid');
      request.apiKey = owner;
    } catch (error) {
      if (!(error instanceof Problem)) return next(error);
      response.status(error.code).set({ ...commonHeaders, ...error.headers });
      response.json(failureEnvelope(error, createTraceId(randomBytes)));
      return;
    }
    next();
  };
}

async function findOwner(
  { url, credential, timeoutMs = 2000 }: RequireApiKeyOptions,
  key: string,
): Promise<ApiKeyOwner | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${credential.trim()}` },
    body: new URLSearchParams({ token: key }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) throw new Error(`${url} returned HTTP ${response.status}`);
  const { active, kind, id, sub, description } = Object(await response.json());
  return active === true && kind === 'api_key' ? { id, sub, description } : undefined;
}
