import createFetchClient from 'openapi-fetch';
import type { components, paths } from '../generated/types.ts';
import { noResponse, readEnvelope } from './read-envelope.ts';
import type { Result } from './result.ts';

type Schemas = components['schemas'];

export interface ClientOptions {
  /** Base address of the service, with any path prefix. */
  readonly baseUrl: string;
  /** In place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A method per operation of the contract. None throws: what goes wrong is a `Failure` with its `reason`. */
export interface Client {
  login(credentials: Schemas['LoginRequest']): Promise<Result<Schemas['LoginResult']>>;
  /** Not to be repeated blindly after `no_response`: each success is another key. */
  generateApiKey(
    accessToken: string,
    key?: Schemas['GenerateApiKeyRequest'],
  ): Promise<Result<Schemas['GenerateApiKeyResult']>>;
  /** May be repeated after `no_response`. */
  revokeApiKey(accessToken: string, id: string): Promise<Result<Schemas['RevokeApiKeyResult']>>;
}

export function createClient(options: ClientOptions): Client {
  const http = createFetchClient<paths>(options);
  // Text, so that the envelope is read by one rule whatever HTTP status and media type an answer claims.
  const parseAs = 'text';

  return {
    login: (body) => settle(http.POST('/v1/auth/login', { body, parseAs })),

    generateApiKey: (accessToken, body = {}) =>
      settle(http.POST('/v1/security/apikey/generate', { body, headers: bearer(accessToken), parseAs })),

    revokeApiKey: (accessToken, id) =>
      settle(
        http.DELETE('/v1/security/apikey/{id}', {
          params: { path: { id } },
          headers: bearer(accessToken),
          parseAs,
        }),
      ),
  };
}

function bearer(accessToken: string) {
  return { Authorization: `Bearer ${accessToken}` };
}

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

async function settle<Data extends object>(answering: Promise<Answer>): Promise<Result<Data>> {
  try {
    const { data, error, response } = await answering;
    return readEnvelope(data ?? error, response);
  } catch (cause) {
    return { ok: false, failure: noResponse(cause) };
  }
}
