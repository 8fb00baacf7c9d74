/** A contract of which anything may be changed: JSON, as a test breaks it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the changes are about.
export type Document = any;

export interface Planted {
  readonly name: string;
  readonly change: (document: Document) => void;
  readonly rule: string;
  readonly impact: 'breaking' | 'additive' | 'editorial';
  /** A part of the pointer to it. */
  readonly pointer: string;
}

type Row = readonly [name: string, rule: string, pointer: string, change: (document: Document) => void];

const all = (impact: Planted['impact'], rows: readonly Row[]): readonly Planted[] =>
  rows.map(([name, rule, pointer, change]) => ({ name, change, rule, impact, pointer }));

const login = ({ paths }: Document) => paths['/v1/auth/login'].post;
const generate = ({ paths }: Document) => paths['/v1/security/apikey/generate'].post;
const revoke = ({ paths }: Document) => paths['/v1/security/apikey/{id}'].delete;
const field = ({ components }: Document, schema: string, name: string) =>
  components.schemas[schema].properties[name];

export const breaks = all('breaking', [
  [
    'a field of a request that became required',
    'required-properties-added',
    'requestBody/content/application~1json/schema/required',
    ({ components }) => components.schemas.LoginRequest.required.push('password'),
  ],
  [
    'a released request that is refused now',
    'released-examples',
    'requestBody/content/application~1json/examples/password_required',
    () => {},
  ],
  [
    'a length that became shorter',
    'schema-constraint-changed',
    'password/maxLength',
    (document) => {
      field(document, 'LoginRequest', 'password').maxLength = 100;
    },
  ],
  [
    'a pattern that became another',
    'schema-constraint-changed',
    'requestBody/content/application~1json/schema/properties/description/pattern',
    (document) => {
      field(document, 'GenerateApiKeyRequest', 'description').pattern = '^[a-z]*$';
    },
  ],
  [
    'an enumeration where any value went',
    'enum-values-removed',
    'identity/enum',
    (document) => {
      field(document, 'LoginRequest', 'identity').enum = ['ada@example.com'];
    },
  ],
  [
    'a field of a request of another type',
    'schema-type-changed',
    'otp/type',
    (document) => {
      field(document, 'LoginRequest', 'otp').type = 'integer';
    },
  ],
  [
    'a field that responses no longer always have',
    'required-properties-removed',
    'properties/data/required',
    ({ components }) => components.schemas.LoginResult.required.pop(),
  ],
  [
    'a header that is no longer always sent',
    'header-promises',
    '/components/headers/RetryAfter/required',
    ({ components }) => {
      components.headers.RetryAfter.required = false;
    },
  ],
  [
    'a parameter that is required',
    'parameter-became-required',
    '/delete/parameters',
    (document) =>
      revoke(document).parameters.push({
        name: 'q',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
  ],
  [
    'security that was loosened',
    'security',
    'generate/post/security',
    (document) => generate(document).security.push({}),
  ],
  [
    'security that was tightened',
    'security',
    'login/post/security',
    (document) => {
      login(document).security = [{ AccessToken: [] }];
    },
  ],
  [
    'a decision that now counts as shown',
    'decisions',
    '/components/schemas/LoginResult/properties/me_id/x-decision',
    (document) => {
      delete field(document, 'LoginResult', 'me_id')['x-decision'];
    },
  ],
  [
    'an operation of another id',
    'operation-id-changed',
    'operationId',
    (document) => {
      revoke(document).operationId = 'deleteApiKey';
    },
  ],
]);

const ending = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/' };

/** Marks what later changes of its deprecation are made to. */
export function deprecate(document: Document): void {
  const operations = [login(document), generate(document), revoke(document)];
  for (const marked of [...operations, field(document, 'LoginResult', 'nickname')])
    Object.assign(marked, { deprecated: true, 'x-deprecation': { ...ending } });
}

export const earlierEnds = all('breaking', [
  [
    'an operation',
    'deprecation',
    'login/post/x-deprecation',
    (document) => {
      login(document)['x-deprecation'].sunset = '2027-12-31';
    },
  ],
  [
    'a field',
    'deprecation',
    'nickname/x-deprecation',
    (document) => {
      field(document, 'LoginResult', 'nickname')['x-deprecation'].sunset = '2027-12-31';
    },
  ],
]);

export const withdrawals = all('additive', [
  [
    'the end of an operation that goes on after all',
    'deprecation',
    'delete/deprecated',
    (document) => {
      delete revoke(document).deprecated;
      delete revoke(document)['x-deprecation'];
    },
  ],
]);

export const reprieves = all('editorial', [
  [
    'an end that comes later',
    'deprecation',
    'generate/post/x-deprecation',
    (document) => {
      generate(document)['x-deprecation'].sunset = '2029-01-01';
    },
  ],
]);

export const removals = all('breaking', [
  [
    'a method',
    'operation-removed',
    '/paths/~1v1~1auth~1login/post',
    ({ paths }) => {
      paths['/v1/auth/login'] = { get: { operationId: 'other', responses: { 200: { description: '.' } } } };
    },
  ],
  [
    'a field of a request',
    'property-removed',
    'generate/post/requestBody/content/application~1json/schema/properties/description',
    ({ components }) => {
      components.schemas.GenerateApiKeyRequest.properties = {};
    },
  ],
  [
    'a field of responses',
    'property-removed',
    'properties/data/properties/note',
    ({ components }) => {
      delete components.schemas.GenerateApiKeyResult.properties.note;
    },
  ],
  [
    'a status',
    'response-removed',
    'generate/post/responses/409',
    (document) => {
      delete generate(document).responses['409'];
    },
  ],
  [
    'a reason',
    'reasons',
    '/components/schemas/Reason/enum',
    ({ components }) => {
      components.schemas.Reason.enum = components.schemas.Reason.enum.filter(
        (reason: string) => reason !== 'token_invalid',
      );
    },
  ],
  [
    'the example of that reason',
    'released-examples',
    'responses/TokenRefused/content/application~1json/examples/token_invalid',
    () => {},
  ],
  [
    'a header',
    'response-header-removed',
    'responses/405/headers/Allow',
    ({ components }) => {
      delete components.responses.MethodNotAllowed.headers.Allow;
    },
  ],
  [
    'a media type',
    'media-type-removed',
    'responses/429/content/application~1',
    ({ components }) => {
      const { content } = components.responses.RateLimited;
      components.responses.RateLimited.content = { 'application/xml': content['application/json'] };
    },
  ],
  [
    'a path',
    'path-removed',
    '/paths/~1v1~1security~1apikey~1{id}',
    ({ paths }) => {
      delete paths['/v1/security/apikey/{id}'];
    },
  ],
]);

export const additions = all('additive', [
  [
    'a reason',
    'reasons',
    '/components/schemas/Reason/enum',
    ({ components }) => components.schemas.Reason.enum.push('new_reason'),
  ],
  [
    'a field of a request',
    'added',
    'schema/properties/scope',
    ({ components }) => {
      components.schemas.GenerateApiKeyRequest.properties.scope = { type: 'string' };
    },
  ],
  [
    'a field of responses that is always there',
    'added',
    'properties/data/properties/more',
    ({ components }) => {
      components.schemas.LoginResult.properties.more = { type: 'string' };
      components.schemas.LoginResult.required.push('more');
    },
  ],
  [
    'a path',
    'added',
    '/paths/~1v2~1auth~1login',
    (document) => {
      document.paths['/v2/auth/login'] = { post: { ...login(document), operationId: 'loginAgain' } };
    },
  ],
  [
    'an announcement that an operation ends',
    'deprecation',
    'generate/post/deprecated',
    (document) => {
      Object.assign(generate(document), { deprecated: true, 'x-deprecation': ending });
    },
  ],
  [
    'an announcement that a field ends',
    'deprecation',
    'LoginResult/properties/me_id/deprecated',
    (document) => {
      Object.assign(field(document, 'LoginResult', 'me_id'), { deprecated: true, 'x-deprecation': ending });
    },
  ],
  [
    'fields that a request may have',
    'opened-requests',
    '/components/schemas/LoginRequest/additionalProperties',
    ({ components }) => {
      delete components.schemas.LoginRequest.additionalProperties;
    },
  ],
  [
    'a header that is always sent',
    'added',
    'headers/X-New',
    ({ components }) => {
      components.responses.NotFound.headers['X-New'] = { required: true, schema: { type: 'string' } };
    },
  ],
]);
