import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../server/http/problem.ts';
import { readBearer } from '../../server/http/steps/authenticate.ts';
import { commonHeaders, failureEnvelope } from '../../server/http/steps/envelope.ts';
import { createTraceId } from '../../server/http/steps/trace.ts';
import { isWellFormed } from '../../server/security/credentials/credential.ts';
import { askDatabase } from './ask-database.ts';
import { askIntrospection, type IntrospectionOptions } from './ask-introspection.ts';
import { remember } from './remember.ts';

/** Whose an API key is. */
export interface ApiKeyOwner {
  /** The id of the key, under which it is revoked. */
  readonly id: string;
  /** The id of the user that it speaks for. */
  readonly sub: string;
  /** The label of the key, empty if it was given none. */
  readonly description: string;
}

declare global {
  // biome-ignore lint/style/noNamespace: it is how Express lets a request have more members.
  namespace Express {
    interface Request {
      /** Set by `requireApiKey`. */
      apiKey?: ApiKeyOwner;
    }
  }
}

interface Common {
  /**
   * For how many milliseconds a key that was good is taken without asking again: as long may one that was revoked go on.
   * Default: 0, so that a revoked key is refused at once. At most 60000.
   */
  readonly cacheMs?: number | undefined;
  /** Told why nobody could say whether a key is good, which callers are not. Default: a warning of the process. */
  readonly onUnavailable?: ((error: unknown) => void) | undefined;
}

/** Whom to ask about a key: the internal listener of the service, or its database. */
export type RequireApiKeyOptions =
  | (Common & { readonly introspect: IntrospectionOptions; readonly database?: undefined })
  | (Common & {
      /** The service's own database: a path, or the URL of a PostgreSQL database. */
      readonly database: string;
      /** Its secrets file, where it is not `<database>.secrets`. */
      readonly secrets?: string | undefined;
      readonly introspect?: undefined;
    });

/** The middleware, and how to let go of what it has opened. */
export interface RequireApiKey {
  (request: Request, response: Response, next: NextFunction): Promise<void>;
  /** Closes the database, if one was opened. */
  close(): Promise<void>;
}

/**
 * Express middleware for services that take the API keys of this one, as `Authorization: Bearer <API_KEY>`: it sets
 * `request.apiKey`, or answers in the envelope of the contract: 401 (RFC 6750, 3) when the key is missing or not active, 503
 * when nobody can say.
 */
export function requireApiKey(options: RequireApiKeyOptions): RequireApiKey {
  const { cacheMs = 0, onUnavailable = (error) => process.emitWarning(asError(error)) } = options;
  if (!(cacheMs >= 0 && cacheMs <= 60_000)) throw new RangeError('cacheMs must be from 0 to 60000');
  const database = options.introspect ? undefined : askDatabase(options.database, options.secrets);
  const find = remember(async (key) => {
    const verified = options.introspect
      ? await askIntrospection(options.introspect, key)
      : await database?.ask(key);
    if (!verified?.active || verified.kind !== 'api_key') return undefined;
    return { id: verified.id, sub: verified.sub, description: verified.description };
  }, cacheMs);

  const owner = async (request: Request): Promise<ApiKeyOwner> => {
    // Of two, each server on the way may have read another.
    if ((request.headersDistinct.authorization?.length ?? 0) > 1) throw new Problem('malformed_request');
    const key = readBearer(request.headers.authorization);
    // A cut or mistyped key, or another kind of credential, is not worth a question.
    if (!isWellFormed('apiKey', key)) throw new Problem('token_invalid');
    const found = await find(key).catch((error) => {
      onUnavailable(error);
      throw new Problem('unavailable', { cause: error });
    });
    if (found === undefined) throw new Problem('token_invalid');
    return found;
  };

  const middleware = async (request: Request, response: Response, next: NextFunction) => {
    try {
      request.apiKey = await owner(request);
    } catch (error) {
      if (!(error instanceof Problem)) return next(error);
      return answer(response, error);
    }
    next();
  };
  return Object.assign(middleware, { close: async () => database?.close() });
}

function answer(response: Response, problem: Problem): void {
  response
    .status(problem.code)
    .set({ ...commonHeaders, ...problem.headers })
    .json(failureEnvelope(problem, createTraceId(randomBytes)));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
