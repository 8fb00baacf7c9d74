import { expect, test } from 'vitest';
import { key, staff } from '../document/bookshop-server.ts';
import { serverForTest } from '../test-server.ts';
import { openBookshop, testBookshop } from './on-bookshop.ts';

const client = 'the client/1';
const clientSecret = 'secret-of-the-client:7+';
const few = ['--no-fuzz', '--operation', 'GET /books*', 'POST /books'];

interface TokenRequest {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** A token endpoint, and a bookshop that accepts only its last token. `expireAfter` requests, that token expires. */
async function openServers(expireAfter = Number.POSITIVE_INFINITY) {
  const requests: TokenRequest[] = [];
  let accepted = 0;
  const tokenServer = await serverForTest(async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await new Response(request).text()));
    requests.push({ authorization: request.headers.authorization, fields });
    const tokens = {
      access_token: `token-of-the-endpoint-${requests.length}`,
      refresh_token: `next-refresh-token-${requests.length}`,
      token_type: 'Bearer',
    };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(tokens));
  });
  const { url } = await openBookshop((request) => {
    const isCurrent = request.headers['x-api-key'] === `token-of-the-endpoint-${requests.length}`;
    accepted += Number(isCurrent);
    if (isCurrent && accepted !== expireAfter) request.headers['x-api-key'] = key;
    return false;
  });
  return { url, requests, tokenUrl: `${tokenServer.url}/oauth/token?tenant=1` };
}

const profileWith = (grant: object) => ({ demo: true, credentials: { apiKey: grant, staff } });

test('gets a token with client credentials, and a new one when the server rejects it', async () => {
  const { url, requests, tokenUrl } = await openServers(20);
  const grant = {
    grant: 'client_credentials',
    tokenUrl,
    clientId: client,
    clientSecret,
    scope: 'a b',
  };
  const { stdout, stderr, report, code } = await testBookshop(url, profileWith(grant), few);
  expect(stdout).toContain('passed the selected checks');
  expect(code).toBe(0);
  expect(requests).toHaveLength(2);
  const pair = 'the+client%2F1:secret-of-the-client%3A7%2B';
  for (const request of requests)
    expect(request).toEqual({
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      fields: { grant_type: 'client_credentials', scope: 'a b' },
    });
  expect(stdout + stderr + report()).not.toMatch(/token-of-the-endpoint|secret-of-the-client/);
});

test('gets a token with a password, with the secret of the client in the body', async () => {
  const { url, requests, tokenUrl } = await openServers();
  const person = { username: 'ada', password: 'password-of-ada', clientAuthentication: 'post' };
  const grant = { grant: 'password', tokenUrl, clientId: client, clientSecret, ...person };
  const { code } = await testBookshop(url, profileWith(grant), few);
  expect(code).toBe(0);
  const fields = {
    grant_type: 'password',
    ...{ username: 'ada', password: 'password-of-ada' },
    ...{ client_id: client, client_secret: clientSecret },
  };
  expect(requests).toEqual([{ authorization: undefined, fields }]);
});

test('a refresh token is replaced by the one that comes with the token', async () => {
  const { url, requests, tokenUrl } = await openServers(20);
  const grant = {
    grant: 'refresh_token',
    tokenUrl,
    clientId: client,
    refreshToken: 'the-first-one',
  };
  const { code } = await testBookshop(url, profileWith(grant), few);
  expect(code).toBe(0);
  const sent = requests.map(({ fields }) => fields.refresh_token);
  expect(sent).toEqual(['the-first-one', 'next-refresh-token-1']);
});

test.each([
  [
    'the code of an error, without its description',
    401,
    { error: 'invalid_client', error_description: clientSecret },
    'the token endpoint returned 401: invalid_client',
  ],
  ['a response without a token', 200, {}, 'the token endpoint returned no access_token'],
])('reports %s', async (_what, status, body, message) => {
  const { url: tokenUrl } = await serverForTest((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const grant = { grant: 'client_credentials', tokenUrl, clientId: client, clientSecret };
  const { stderr, code } = await testBookshop('http://127.0.0.1:9', profileWith(grant));
  expect(stderr).toBe(`error: /credentials/apiKey: ${message}\n`);
  expect(code).toBe(2);
});

test('reports every field of a grant that is missing or unknown, and requests no token', async () => {
  const known = { grant: 'password', tokenUrl: 'login.example.com', clientId: client };
  const { stderr } = await testBookshop('http://127.0.0.1:9', profileWith(known));
  expect(stderr).toContain('/credentials/apiKey: the grant password needs username');
  expect(stderr).toContain('/credentials/apiKey: the grant password needs password');
  expect(stderr).toContain('/credentials/apiKey: tokenUrl must be an http:// or https:// address');
  const misspelt = { ...known, userName: 'ada' };
  const again = await testBookshop('http://127.0.0.1:9', profileWith(misspelt));
  expect(again.stderr).toContain(
    '/credentials/apiKey: unknown field "userName". Did you mean username?',
  );
});
