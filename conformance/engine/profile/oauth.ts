import { fieldsOf } from '../document/model/pointer.ts';
import type { Header } from '../http/request.ts';
import { createTarget, type TargetOptions } from '../http/target.ts';

/** How to get an access token from the token endpoint of an OAuth 2.0 server (RFC 6749), with its secrets resolved. */
export interface OAuthGrant {
  readonly grant: 'client_credentials' | 'password' | 'refresh_token';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Where the secret of the client is sent. @default basic */
  readonly clientAuthentication?: 'basic' | 'post';
  readonly scope?: string;
  readonly audience?: string;
  readonly username?: string;
  readonly password?: string;
  readonly refreshToken?: string;
}

export type Connection = Pick<TargetOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'insecure'>;

/** The field that a grant cannot do without. */
const needed = {
  client_credentials: ['clientSecret'],
  password: ['username', 'password'],
  refresh_token: ['refreshToken'],
} as const satisfies Readonly<Record<OAuthGrant['grant'], readonly (keyof OAuthGrant)[]>>;

/** What is wrong with the fields of a grant, a sentence for each. */
export function problemsOfGrant(
  given: Partial<OAuthGrant> & Pick<OAuthGrant, 'grant' | 'tokenUrl'>,
) {
  const missing = needed[given.grant].filter((name) => given[name] === undefined);
  const isAddress =
    URL.canParse(given.tokenUrl) && /^https?:$/.test(new URL(given.tokenUrl).protocol);
  return [
    ...missing.map((name) => `the grant ${given.grant} needs ${name}`),
    ...(isAddress ? [] : ['tokenUrl must be an http:// or https:// address']),
  ];
}

/**
 * Returns a function that gets an access token, each time a new one. Its errors have no secret.
 * @param grant its refresh token is replaced by the one that a response brings
 */
export function createTokenSource(
  grant: OAuthGrant,
  connection: Connection,
): () => Promise<string> {
  let { refreshToken } = grant;
  return async () => {
    const fields = await requestToken(
      { ...grant, ...(refreshToken && { refreshToken }) },
      connection,
    );
    if (grant.grant === 'refresh_token' && typeof fields.refresh_token === 'string')
      refreshToken = fields.refresh_token;
    if (typeof fields.access_token !== 'string' || fields.access_token === '')
      throw new Error('the token endpoint returned no access_token');
    return fields.access_token;
  };
}

const longestMs = 30_000;

async function requestToken(grant: OAuthGrant, connection: Connection) {
  const { origin, pathname, search } = new URL(grant.tokenUrl);
  const target = createTarget({ ...connection, baseUrl: origin, timeoutMs: longestMs });
  try {
    const { response, error } = await target.send({
      method: 'POST',
      target: pathname + search,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
        ...clientHeaders(grant),
      ],
      body: bodyOf(grant),
    });
    if (response === undefined)
      throw new Error(`no response from the token endpoint: ${error?.message ?? 'no reason'}`);
    const fields = fieldsOf(response.json?.value);
    if (response.status !== 200)
      throw new Error(`the token endpoint returned ${response.status}${reasonIn(fields)}`);
    return fields;
  } finally {
    target.close();
  }
}

/** In Basic authentication, the name and the secret are encoded like fields of a form (RFC 6749 2.3.1). */
function clientHeaders({ clientId, clientSecret, clientAuthentication }: OAuthGrant): Header[] {
  if (clientSecret === undefined || clientAuthentication === 'post') return [];
  const encode = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);
  const pair = `${encode(clientId)}:${encode(clientSecret)}`;
  return [['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
}

function bodyOf(given: OAuthGrant): string {
  const { grant, clientId, clientSecret, clientAuthentication, scope, audience } = given;
  const isBasic = clientSecret !== undefined && clientAuthentication !== 'post';
  const fields = {
    grant_type: grant,
    scope,
    audience,
    ...(grant === 'password' && { username: given.username, password: given.password }),
    ...(grant === 'refresh_token' && { refresh_token: given.refreshToken }),
    ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
  };
  const sent = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams(sent).toString();
}

/** The code of an error, such as `invalid_client`. Its description is free text, which may repeat a secret. */
function reasonIn({ error }: Readonly<Record<string, unknown>>): string {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? `: ${error}` : '';
}
