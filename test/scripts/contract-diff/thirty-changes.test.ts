import { describe, expect, test } from 'vitest';
import { versionError } from '../../../scripts/contract-diff/releases.ts';
import { type Document, type Edit, field, findingsOf, generate, login, put, revoke } from './contracts.ts';

/** A change that this contract might really see: who proposes it would say that the contract … */
type Row = readonly [change: string, edit: Edit];

const schema = ({ components }: Document, name: string) => components.schemas[name];
/** Sets parts of a schema, or of a field of one. */
const set = (place: string, values: object): Edit => {
  const [name = '', of] = place.split('.');
  return put((document) => (of === undefined ? schema(document, name) : field(document, name, of)), values);
};
const fieldsOf = (name: string) => (document: Document) => schema(document, name).properties;
const instant = { type: 'string', format: 'date-time' };
const refused = ({ components }: Document) => components.responses.LoginRefused;

const breaksClients: readonly Row[] = [
  ['rejects passwords of fewer than 8 characters', set('LoginRequest.password', { minLength: 8 })],
  ['requires an identity to be an e-mail address', set('LoginRequest.identity', { format: 'email' })],
  ['requires a description for each key', set('GenerateApiKeyRequest', { required: ['description'] })],
  [
    'accepts bodies of at most 4 KiB instead of 16 KiB',
    put((document) => document['x-limits'], { bodyBytes: 4096 }),
  ],
  [
    'renames the parameter of revoke from id to key_id',
    (document) => {
      const { paths } = document;
      revoke(document).parameters[0].name = 'key_id';
      paths['/v1/security/apikey/{key_id}'] = paths['/v1/security/apikey/{id}'];
      delete paths['/v1/security/apikey/{id}'];
    },
  ],
  ['renames the operation revokeApiKey to deleteApiKey', put(revoke, { operationId: 'deleteApiKey' })],
  ['lets the nickname be null', set('LoginResult.nickname', { type: ['string', 'null'] })],
  [
    'no longer promises expires_in after a login',
    (document) => {
      const result = schema(document, 'LoginResult');
      result.required = result.required.filter((name: string) => name !== 'expires_in');
    },
  ],
  [
    'may send 429 and 503 without Retry-After',
    put(({ components }) => components.headers.RetryAfter, { required: false }),
  ],
  [
    'lets responses be cached for a minute',
    put(({ components }) => components.headers.CacheControl.schema, { pattern: undefined }),
  ],
  ['no longer marks the one-time code as a secret', set('LoginRequest.otp', { 'x-secret': undefined })],
  [
    'may return 202 when a key is revoked later',
    (document) => {
      revoke(document).responses['202'] = revoke(document).responses['200'];
    },
  ],
  [
    'has generated clients call another host by default',
    put(({ servers }) => servers[0].variables.base_url, { default: 'https://api.example.com' }),
  ],
];

const breaksBoth: readonly Row[] = [
  [
    'requires a body with the reason of a revocation',
    (document) => {
      const body = { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } };
      revoke(document).requestBody = { required: true, content: { 'application/json': { schema: body } } };
    },
  ],
  [
    'merges the reasons of a refused login into one',
    put(refused, { 'x-extensible-enum': ['password_required', 'invalid_credentials'] }),
  ],
  [
    'makes access tokens ten characters longer',
    set('LoginResult.access_token', { pattern: '^aat_[0-9A-Za-z]{59}$' }),
  ],
  [
    'allows ten failed logins instead of five',
    put((document) => login(document)['x-limits'], { freeFailedLogins: 10 }),
  ],
  [
    'lets an API key revoke keys',
    (document) => {
      document.components.securitySchemes.ApiKey = { type: 'http', scheme: 'bearer' };
      revoke(document).security.push({ ApiKey: [] });
    },
  ],
  [
    'moves Idempotency-Key from the headers to the query',
    put((document) => generate(document).parameters[0], { in: 'query' }),
  ],
  [
    'returns the same 404 for a missing key as for a missing path',
    (document) => {
      delete revoke(document).responses['404'];
    },
  ],
];

const serversFollow: readonly Row[] = [
  ['accepts passwords of up to 2048 characters', set('LoginRequest.password', { maxLength: 2048 })],
  [
    'lets a client choose when a key expires',
    put(fieldsOf('GenerateApiKeyRequest'), { expires_at: instant }),
  ],
  [
    'always returns the scopes of a key',
    (document) => {
      const result = schema(document, 'GenerateApiKeyResult');
      result.properties.scopes = { type: 'array', items: { type: 'string' } };
      result.required.push('scopes');
    },
  ],
  [
    'refuses the login to a locked account with a reason of its own',
    (document) => refused(document)['x-extensible-enum'].push('account_locked'),
  ],
  [
    'always sends RateLimit with the responses of generate and revoke',
    put(({ components }) => components.headers.RateLimit, { required: true }),
  ],
  [
    'lists the keys of the caller',
    put(({ paths }) => paths, {
      '/v1/security/apikey': { get: { operationId: 'listApiKeys', responses: {} } },
    }),
  ],
  [
    'announces the end of login for 2028',
    (document) => {
      const ending = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://api.example.com/' };
      Object.assign(login(document), { deprecated: true, 'x-deprecation': ending });
    },
  ],
  ['counts the id of the user as shown by the source', set('LoginResult.me_id', { 'x-decision': undefined })],
];

const compatible: readonly Row[] = [
  ['may return the time of the last login', put(fieldsOf('LoginResult'), { last_login_at: instant })],
];

const editorial: readonly Row[] = [
  ['describes revoke in other words', put(revoke, { description: 'Revokes a key.' })],
];

describe.each([
  ['breaks clients', breaksClients, 'breaking', 'none', '2.0.0'],
  ['breaks clients, and servers must follow', breaksBoth, 'breaking', 'must follow', '2.0.0'],
  ['is compatible, and servers must follow', serversFollow, 'compatible', 'must follow', '1.1.0'],
  ['is compatible for both', compatible, 'compatible', 'none', '1.1.0'],
  ['is editorial', editorial, 'none', 'none', '1.0.0'],
] as const)('a contract %s that', (_verdict, rows, clients, servers, needed) => {
  test.each(rows)('%s', (_change, edit) => {
    const findings = findingsOf(edit);

    // The worst is first. What else is found may concern servers, too.
    expect(findings[0]?.clients).toBe(clients);
    expect(findings.some((found) => found.servers === 'must follow')).toBe(servers === 'must follow');
    const enough = ['1.0.0', '1.1.0', '2.0.0'].filter((later) => !versionError(findings, '1.0.0', later));
    expect(enough[0]).toBe(needed);
  });
});
