import { type Document, type Edit, generate, login, revoke } from '../planting.ts';
import { type Plant, schemaPlants } from './schema-plants.ts';

const [loginPath, generatePath, revokePath] = [
  '/v1/auth/login',
  '/v1/security/apikey/generate',
  '/v1/security/apikey/{id}',
];
const ending = { deprecated: true, 'x-deprecation': { since: '2027-01-01', sunset: '2028-01-01' } };
const earlier = { deprecated: true, 'x-deprecation': { since: '2027-01-01', sunset: '2027-06-01' } };
const query = (name: string, others: object = {}) => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  ...others,
});

const body = (document: Document) => generate(document).requestBody.content['application/json'];
const success = (document: Document) => generate(document).responses['200'];
const successBody = (document: Document) => success(document).content['application/json'];

const parameter =
  (others: object): Edit =>
  (document) => {
    const planted = (one: { name: string }) => one.name === 'planted';
    const { parameters } = generate(document);
    generate(document).parameters = [
      ...parameters.filter((one: { name: string }) => !planted(one)),
      query('planted', others),
    ];
  };
const noParameter: Edit = (document) => {
  generate(document).parameters.pop();
};

/** An object as the schema of requests or of responses, with one field. */
const object =
  (of: (document: Document) => Document, schema: object | undefined, ...required: string[]): Edit =>
  (document) => {
    of(document).schema = { type: 'object', required, properties: schema && { planted: schema } };
  };
const text = { type: 'string' };

const operation =
  (others: object): Edit =>
  (document) => {
    Object.assign(login(document), others);
  };
const noLogin: Edit = ({ paths }) => {
  paths[loginPath] = { get: { responses: {} } };
};
const noLoginPath: Edit = ({ paths }) => {
  delete paths[loginPath];
};

const oauth =
  (flow: object): Edit =>
  ({ components }) => {
    components.securitySchemes.OAuth = {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://a.example/', scopes: {}, ...flow } },
    };
  };
const security =
  (of: (document: Document) => Document, ways: object[]): Edit =>
  (document) => {
    of(document).security = ways;
  };
const inherits: Edit = (document) => {
  delete login(document).security;
  document.security = [{ AccessToken: ['a'] }];
};
const header =
  (others: object): Edit =>
  (document) => {
    success(document).headers['X-Planted'] = { schema: text, ...others };
  };
/** A field that is only read, or only written, is no part of the other direction. */
const mutability = (
  of: (document: Document) => Document,
  direction: 'request' | 'response',
  ...required: readonly string[]
): readonly (readonly [string, Plant])[] => {
  const [word, keyword] =
    direction === 'request' ? (['read-only', 'readOnly'] as const) : (['write-only', 'writeOnly'] as const);
  const [plain, only] = [
    object(of, text, ...required),
    object(of, { ...text, [keyword]: true }, ...required),
  ];
  const id = `${direction}-${required.length === 0 ? 'optional' : 'required'}-property-became`;
  return [
    [`${id}-${word}`, { release: plain, change: only }],
    [`${id}-not-${word}`, { release: only, change: plain }],
  ];
};

const others: readonly (readonly [id: string, plant: Plant])[] = [
  ...mutability(body, 'request'),
  ...mutability(body, 'request', 'planted'),
  ...mutability(successBody, 'response'),
  ...mutability(successBody, 'response', 'planted'),

  [
    'endpoint-added',
    {
      change: (document) => {
        document.paths['/v1/new'] = { post: { responses: {} } };
      },
    },
  ],
  ['endpoint-deprecated', { change: operation(ending) }],
  ['endpoint-deprecated-with-sunset', { change: operation(ending) }],
  [
    'endpoint-reactivated',
    { release: operation(ending), change: operation({ deprecated: false, 'x-deprecation': undefined }) },
  ],
  ['api-deprecated-sunset-missing', { change: operation({ deprecated: true }) }],
  [
    'api-path-sunset-parse',
    { release: operation({ deprecated: true, 'x-deprecation': { sunset: 'soon' } }), change: noLoginPath },
  ],
  [
    'sunset-deleted',
    { release: operation(ending), change: operation({ deprecated: true, 'x-deprecation': {} }) },
  ],
  ['api-sunset-date-changed-too-small', { release: operation(ending), change: operation(earlier) }],
  ['api-path-removed-without-deprecation', { change: noLoginPath }],
  ['api-path-removed-with-deprecation', { release: operation(ending), change: noLoginPath }],
  ['api-path-removed-before-sunset', { release: operation(ending), change: noLoginPath }],
  ['api-removed-without-deprecation', { change: noLogin }],
  ['api-removed-with-deprecation', { release: operation(ending), change: noLogin }],
  ['api-removed-before-sunset', { release: operation(ending), change: noLogin }],
  [
    'api-stability-decreased',
    {
      release: operation({ 'x-stability-level': 'stable' }),
      change: operation({ 'x-stability-level': 'beta' }),
    },
  ],
  [
    'api-stability-increased',
    {
      release: operation({ 'x-stability-level': 'beta' }),
      change: operation({ 'x-stability-level': 'stable' }),
    },
  ],
  ['api-operation-id-removed', { change: operation({ operationId: 'logInAgain' }) }],
  [
    'api-operation-id-added',
    {
      release: (document) => {
        delete login(document).operationId;
      },
      change: operation({ operationId: 'login' }),
    },
  ],
  ['api-tag-removed', { change: operation({ tags: [] }) }],
  ['api-tag-added', { change: operation({ tags: ['Authentication', 'Planted'] }) }],
  [
    'webhook-added',
    {
      change: (document) => {
        document.webhooks = { revoked: { post: {} } };
      },
    },
  ],
  [
    'webhook-removed',
    {
      release: (document) => {
        document.webhooks = { revoked: { post: {} } };
      },
      change: (document) => {
        delete document.webhooks;
      },
    },
  ],
  [
    'api-schema-removed',
    {
      release: ({ components }) => {
        components.schemas.Planted = text;
      },
      change: ({ components }) => {
        delete components.schemas.Planted;
      },
    },
  ],

  [
    'api-security-component-removed',
    {
      release: oauth({}),
      change: ({ components }) => {
        delete components.securitySchemes.OAuth;
      },
    },
  ],
  ['api-security-component-added', { change: oauth({}) }],
  [
    'api-security-component-type-changed',
    {
      change: ({ components }) => {
        components.securitySchemes.AccessToken.type = 'oauth2';
      },
    },
  ],
  [
    'api-security-component-oauth-url-changed',
    {
      release: oauth({ authorizationUrl: 'https://a.example/' }),
      change: oauth({ authorizationUrl: 'https://b.example/' }),
    },
  ],
  [
    'api-security-component-oauth-token-url-changed',
    { release: oauth({}), change: oauth({ tokenUrl: 'https://b.example/' }) },
  ],
  ['api-security-component-oauth-scope-added', { release: oauth({}), change: oauth({ scopes: { a: 'A' } }) }],
  [
    'api-security-component-oauth-scope-removed',
    { release: oauth({ scopes: { a: 'A' } }), change: oauth({}) },
  ],
  [
    'api-security-component-oauth-scope-changed',
    { release: oauth({ scopes: { a: 'A' } }), change: oauth({ scopes: { a: 'B' } }) },
  ],
  ['api-security-removed', { change: security(generate, []) }],
  ['api-security-added', { change: security(login, [{ AccessToken: [] }]) }],
  ['api-security-scope-added', { change: security(generate, [{ AccessToken: ['a'] }]) }],
  [
    'api-security-scope-removed',
    {
      release: security(generate, [{ AccessToken: ['a'] }]),
      change: security(generate, [{ AccessToken: [] }]),
    },
  ],
  ['api-global-security-removed', { release: inherits, change: security((document) => document, []) }],
  [
    'api-global-security-added',
    { release: inherits, change: security((document) => document, [{ AccessToken: ['a'] }, { Other: [] }]) },
  ],
  [
    'api-global-security-scope-added',
    { release: inherits, change: security((document) => document, [{ AccessToken: ['a', 'b'] }]) },
  ],
  [
    'api-global-security-scope-removed',
    { release: inherits, change: security((document) => document, [{ AccessToken: [] }]) },
  ],

  ['new-required-request-parameter', { change: parameter({ required: true }) }],
  ['new-optional-request-parameter', { change: parameter({}) }],
  [
    'new-required-request-default-parameter-to-existing-path',
    {
      change: ({ paths }) => {
        paths[generatePath].parameters = [query('planted', { required: true })];
      },
    },
  ],
  [
    'new-optional-request-default-parameter-to-existing-path',
    {
      change: ({ paths }) => {
        paths[generatePath].parameters = [query('planted')];
      },
    },
  ],
  [
    'new-request-path-parameter',
    {
      change: ({ paths }) => {
        paths[`${revokePath}/{planted}`] = paths[revokePath];
        delete paths[revokePath];
      },
    },
  ],
  ['request-parameter-removed', { release: parameter({}), change: noParameter }],
  ['request-parameter-removed-with-deprecation', { release: parameter(ending), change: noParameter }],
  ['request-parameter-removed-before-sunset', { release: parameter(ending), change: noParameter }],
  [
    'request-parameter-sunset-parse',
    { release: parameter({ deprecated: true, 'x-deprecation': { sunset: 'soon' } }), change: noParameter },
  ],
  ['request-parameter-became-required', { release: parameter({}), change: parameter({ required: true }) }],
  ['request-parameter-became-optional', { release: parameter({ required: true }), change: parameter({}) }],
  ['request-parameter-deprecated', { release: parameter({}), change: parameter(ending) }],
  [
    'request-parameter-deprecated-sunset-missing',
    { release: parameter({}), change: parameter({ deprecated: true }) },
  ],
  ['request-parameter-reactivated', { release: parameter(ending), change: parameter({}) }],
  [
    'request-parameter-sunset-deleted',
    { release: parameter(ending), change: parameter({ deprecated: true }) },
  ],
  [
    'request-parameter-sunset-date-changed-too-small',
    { release: parameter(ending), change: parameter(earlier) },
  ],
  [
    'request-header-property-became-required',
    {
      release: (document) => {
        generate(document).parameters[0].schema = { properties: { a: text } };
      },
      change: (document) => {
        generate(document).parameters[0].schema.required = ['a'];
      },
    },
  ],
  [
    'new-required-request-header-property',
    {
      release: (document) => {
        generate(document).parameters[0].schema = {};
      },
      change: (document) => {
        generate(document).parameters[0].schema = { required: ['a'], properties: { a: text } };
      },
    },
  ],

  [
    'request-body-added-required',
    {
      change: (document) => {
        revoke(document).requestBody = { required: true, content: {} };
      },
    },
  ],
  [
    'request-body-added-optional',
    {
      change: (document) => {
        revoke(document).requestBody = { content: {} };
      },
    },
  ],
  [
    'request-body-removed',
    {
      change: (document) => {
        delete generate(document).requestBody;
      },
    },
  ],
  [
    'request-body-became-required',
    {
      change: (document) => {
        generate(document).requestBody.required = true;
      },
    },
  ],
  [
    'request-body-became-optional',
    {
      change: (document) => {
        login(document).requestBody.required = false;
      },
    },
  ],
  [
    'request-body-media-type-added',
    {
      change: (document) => {
        generate(document).requestBody.content['text/plain'] = {};
      },
    },
  ],
  [
    'request-body-media-type-removed',
    {
      change: (document) => {
        delete generate(document).requestBody.content['application/json'];
      },
    },
  ],
  [
    'request-body-media-type-schema-added',
    {
      release: (document) => {
        delete body(document).schema;
      },
      change: object(body, text),
    },
  ],
  [
    'request-body-media-type-schema-removed',
    {
      change: (document) => {
        delete body(document).schema;
      },
    },
  ],
  [
    'request-property-became-required',
    { release: object(body, text), change: object(body, text, 'planted') },
  ],
  [
    'request-property-became-required-with-default',
    { release: object(body, { default: 'a' }), change: object(body, { default: 'a' }, 'planted') },
  ],
  [
    'request-property-became-optional',
    { release: object(body, text, 'planted'), change: object(body, text) },
  ],
  [
    'new-required-request-property',
    { release: object(body, undefined), change: object(body, text, 'planted') },
  ],
  [
    'new-required-request-property-with-default',
    { release: object(body, undefined), change: object(body, { default: 'a' }, 'planted') },
  ],
  ['new-optional-request-property', { release: object(body, undefined), change: object(body, text) }],
  ['request-property-removed', { release: object(body, text), change: object(body, undefined) }],

  ['response-header-added', { change: header({}) }],
  [
    'required-response-header-removed',
    {
      release: header({ required: true }),
      change: (document) => {
        delete success(document).headers['X-Planted'];
      },
    },
  ],
  [
    'optional-response-header-removed',
    {
      release: header({}),
      change: (document) => {
        delete success(document).headers['X-Planted'];
      },
    },
  ],
  ['response-header-became-optional', { release: header({ required: true }), change: header({}) }],
  [
    'response-media-type-added',
    {
      change: (document) => {
        success(document).content['text/plain'] = {};
      },
    },
  ],
  [
    'response-media-type-removed',
    {
      release: (document) => {
        success(document).content['text/plain'] = {};
      },
      change: (document) => {
        delete success(document).content['text/plain'];
      },
    },
  ],
  ...['changed', 'generalized', 'specialized'].map(
    (how) =>
      [
        `response-media-type-name-${how}`,
        {
          change: (document: Document) => {
            success(document).content = { 'application/problem+json': successBody(document) };
          },
        },
      ] as const,
  ),
  [
    'response-body-media-type-schema-added',
    {
      release: (document) => {
        delete successBody(document).schema;
      },
      change: object(successBody, text),
    },
  ],
  [
    'response-body-media-type-schema-removed',
    {
      change: (document) => {
        delete successBody(document).schema;
      },
    },
  ],
  [
    'response-optional-property-added',
    { release: object(successBody, undefined), change: object(successBody, text) },
  ],
  [
    'response-optional-property-removed',
    { release: object(successBody, text), change: object(successBody, undefined) },
  ],
  [
    'response-required-property-added',
    { release: object(successBody, undefined), change: object(successBody, text, 'planted') },
  ],
  [
    'response-required-property-removed',
    { release: object(successBody, text, 'planted'), change: object(successBody, undefined) },
  ],
  [
    'response-property-became-optional',
    { release: object(successBody, text, 'planted'), change: object(successBody, text) },
  ],
  [
    'response-property-became-required',
    { release: object(successBody, text), change: object(successBody, text, 'planted') },
  ],
  [
    'response-success-status-added',
    {
      change: (document) => {
        generate(document).responses['202'] = { description: 'Accepted.' };
      },
    },
  ],
  [
    'response-success-status-removed',
    {
      change: (document) => {
        delete generate(document).responses['200'];
      },
    },
  ],
  [
    'response-non-success-status-added',
    {
      change: (document) => {
        generate(document).responses['403'] = { description: 'Forbidden.' };
      },
    },
  ],
  [
    'response-non-success-status-removed',
    {
      change: (document) => {
        delete generate(document).responses['409'];
      },
    },
  ],
];

/** A change for each id that has one, by the id. */
export const plants: ReadonlyMap<string, Plant> = new Map([...schemaPlants, ...others]);
