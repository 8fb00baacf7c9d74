import { describe, expect, test } from 'vitest';
import {
  breaksBoth,
  breaksClients,
  compatible,
  type Document,
  type Edit,
  editorial,
  ending,
  operation,
  put,
  serversFollow,
  success,
  type Verdict,
  verdictsOf,
} from './contracts.ts';

type Row = readonly [what: string, edit: Edit, added: Verdict, removed: Verdict, release?: Edit];

const inOperation = (values: object) => put(operation, values);
const inResponses = (values: object) => put((document) => operation(document).responses, values);
const inSuccess = (values: object) => put(success, values);
const inDocument = (values: object) => put((document) => document, values);
const inPath = (values: object) => put(({ paths }) => paths['/keys/{id}'], values);
const version = (openapi: string) => inDocument({ openapi });
const parameter = (others: object): Edit =>
  put((document) => operation(document).parameters, {
    1: { name: 'new', in: 'query', schema: {}, ...others },
  });
const header = (others: object) =>
  put((document) => success(document).headers, { 'X-New': { schema: {}, ...others } });
const limits = (values: object) => inOperation({ 'x-limits': values });
const perMinute = (requestsPerMinute: number) => limits({ requestsPerMinute });
const failedLogins = (freeFailedLogins: number) => limits({ freeFailedLogins });
const body = (of: (document: Document) => Document, schema: object) =>
  put((document) => of(document).content['application/json'], { schema });
const requestBody = (document: Document) => operation(document).requestBody;
const requests = (schema: object) => body(requestBody, schema);
const responses = (schema: object) => body(success, schema);
const a = { a: {} };
const needed = { properties: a, required: ['a'] };
const withoutBody = inOperation({ requestBody: undefined });
const ofRequests = (document: Document) => requestBody(document).content;
const ofResponses = (document: Document) => success(document).content;
const components = (values: object) => inDocument({ components: values });
const scheme = (others: object) =>
  components({ securitySchemes: { Token: { type: 'http', ...others } } });
const flow = (tokenUrl: string) => scheme({ flows: { password: { tokenUrl } } });
const named = (operationId: string) => inOperation({ operationId });
const tag = (description: string) => inDocument({ tags: [{ name: 'Keys', description }] });
const link = (parameters: object) =>
  inSuccess({ links: { Next: { operationId: 'next', parameters } } });
const variable = (name: string, value: string) =>
  put(({ servers }) => servers[0], { variables: { base_url: { default: 'a', [name]: value } } });

const nothing: Edit = () => {};
const rows: readonly Row[] = [
  ['an optional parameter', parameter({}), serversFollow, breaksClients],
  ['a required parameter', parameter({ required: true }), breaksBoth, breaksClients],
  [
    'the need for a parameter',
    parameter({ required: true }),
    breaksClients,
    serversFollow,
    parameter({}),
  ],
  [
    'the other place of a parameter',
    parameter({ in: 'header' }),
    breaksBoth,
    breaksBoth,
    parameter({}),
  ],
  ['the need for a body', put(requestBody, { required: true }), breaksClients, serversFollow],
  ['an optional body', nothing, serversFollow, breaksClients, withoutBody],
  ['a required body', put(requestBody, { required: true }), breaksBoth, breaksClients, withoutBody],
  ['a media type of requests', put(ofRequests, { 'text/plain': {} }), serversFollow, breaksClients],
  ['a media type of responses', put(ofResponses, { 'text/plain': {} }), serversFollow, breaksBoth],
  ['a failure', inResponses({ 403: {} }), serversFollow, breaksBoth],
  ['a success', inResponses({ 202: {} }), breaksClients, breaksBoth],
  ['an optional header', header({}), compatible, breaksClients],
  ['a required header', header({ required: true }), serversFollow, breaksClients],
  ['the promise of a header', header({ required: true }), serversFollow, breaksClients, header({})],
  [
    'an optional field of requests',
    requests({ properties: a, required: [] }),
    serversFollow,
    breaksClients,
  ],
  ['a required field of requests', requests(needed), breaksBoth, breaksClients],
  ['an optional field of responses', responses({ properties: a }), compatible, breaksClients],
  ['a required field of responses', responses(needed), serversFollow, breaksClients],
  [
    'an operation',
    put(({ paths }) => paths, { '/new': { get: {} } }),
    serversFollow,
    breaksClients,
  ],
  ['an operation of a path', inPath({ get: {} }), serversFollow, breaksClients],
  ['a tag', inOperation({ tags: ['new'] }), compatible, compatible],
  ['a link', inSuccess({ links: { New: { operationId: 'new' } } }), compatible, breaksClients],
  ['a webhook', inDocument({ webhooks: { revoked: { post: {} } } }), compatible, breaksClients],
  ['the end of an operation', inOperation(ending), serversFollow, serversFollow],
  [
    'the end of an operation without a day',
    inOperation({ deprecated: true }),
    breaksBoth,
    serversFollow,
  ],
  [
    'a server',
    ({ servers }) => servers.push({ url: 'https://b.example.com' }),
    compatible,
    breaksClients,
  ],
  ['a name of a schema', components({ schemas: { New: {} } }), editorial, compatible],
  ['a way to authenticate', scheme({}), breaksBoth, breaksBoth],
  ['a summary', inOperation({ summary: 'New' }), editorial, editorial],
  ['a limit', perMinute(60), breaksClients, serversFollow],
  ['a limit of all', inDocument({ 'x-limits': { bodyBytes: 4096 } }), breaksClients, serversFollow],
  ['a higher limit', perMinute(90), serversFollow, breaksClients, perMinute(60)],
  ['a limit on failed logins', failedLogins(5), breaksBoth, breaksBoth],
  ['more failed logins', failedLogins(9), breaksBoth, breaksBoth, failedLogins(5)],
  ['a limit that is no number', limits({ window: { seconds: 1 } }), breaksBoth, breaksBoth],
];

describe('adding and removing', () => {
  test.each(rows.map((row) => [row[0], row] as const))('%s', (_what, row) => {
    const [, edit, added, removed, release = nothing] = row;
    expect(verdictsOf(release, edit)).toEqual([added]);
    expect(verdictsOf(edit, release)).toEqual([removed]);
  });

  test('access for everybody', () => {
    const needed = inOperation({ security: [{ Token: [] }] });
    expect(verdictsOf(needed, nothing)).toEqual([breaksBoth]);
    expect(verdictsOf(nothing, needed)).toEqual([breaksBoth]);
  });
});

describe('changing', () => {
  test.each<readonly [string, Edit, Edit, Verdict]>([
    ['the name of a path parameter', renamed('id'), renamed('key_id'), compatible],
    ['the name of an operation', named('a'), named('b'), breaksClients],
    [
      'the default of a server variable',
      variable('default', 'a'),
      variable('default', 'b'),
      breaksClients,
    ],
    [
      'a way to authenticate',
      scheme({ scheme: 'bearer' }),
      scheme({ scheme: 'basic' }),
      breaksBoth,
    ],
    ['where tokens are issued', flow('a'), flow('b'), breaksBoth],
    ['what a link needs', link({ id: 'a' }), link({ id: 'b' }), breaksBoth],
    [
      'how a parameter is written',
      parameter({ style: 'form' }),
      parameter({ style: 'deep' }),
      breaksBoth,
    ],
    ['the version of OpenAPI', version('3.1.1'), version('3.2.0'), compatible],
    ['the patch of OpenAPI', version('3.1.0'), version('3.1.1'), editorial],
    ['the description of a tag', tag('a'), tag('b'), editorial],
    ['a shared example', example('a'), example('b'), editorial],
    ['what a schema must not be, in a component', banned('a'), banned('b'), breaksBoth],
  ])('%s', (_what, before, after, verdict) => {
    expect(verdictsOf(before, after)).toEqual([verdict]);
    expect(verdictsOf(after, before)).toEqual([verdict]);
  });
});

function renamed(name: string): Edit {
  return (document) => {
    const path = document.paths['/keys/{id}'];
    path.post.parameters = [{ name, in: 'path', required: true, schema: {} }];
    document.paths = { [`/keys/{${name}}`]: path };
  };
}

function example(value: string): Edit {
  return (document) => {
    components({ examples: { Shared: { value } } })(document);
    put(ofResponses, {
      'application/json': {
        schema: {},
        examples: { shared: { $ref: '#/components/examples/Shared' } },
      },
    })(document);
  };
}

function banned(value: string): Edit {
  return (document) => {
    components({ schemas: { Banned: { const: value } } })(document);
    responses({ not: { $ref: '#/components/schemas/Banned' } })(document);
  };
}
