import { describe, expect, test } from 'vitest';
import {
  breaksBoth,
  breaksClients,
  compatible,
  type Document,
  type Edit,
  editorial,
  operation,
  serversFollow,
  success,
  type Verdict,
  verdictsOf,
} from './contracts.ts';

type Row = readonly [what: string, edit: Edit, added: Verdict, removed: Verdict, release?: Edit];

const parameter =
  (others: object): Edit =>
  (document) => {
    operation(document).parameters.push({ name: 'new', in: 'query', schema: {}, ...others });
  };
const header =
  (others: object): Edit =>
  (document) => {
    success(document).headers['X-New'] = { schema: {}, ...others };
  };
const limits =
  (values: object): Edit =>
  (document) => {
    operation(document)['x-limits'] = values;
  };
const requestField =
  (...required: string[]): Edit =>
  (document) => {
    operation(document).requestBody.content['application/json'].schema = { required, properties: { a: {} } };
  };
const responseField =
  (schema: object): Edit =>
  (document) => {
    success(document).content['application/json'].schema = schema;
  };
const change =
  (edit: (operation: Document, document: Document) => void): Edit =>
  (document) =>
    edit(operation(document), document);
const ending = { deprecated: true, 'x-deprecation': { sunset: '2028-01-01' } };

const nothing: Edit = () => {};
const rows: readonly Row[] = [
  ['an optional parameter', parameter({}), serversFollow, breaksClients],
  ['a required parameter', parameter({ required: true }), breaksBoth, breaksClients],
  ['the need for a parameter', parameter({ required: true }), breaksClients, serversFollow, parameter({})],
  ['the other place of a parameter', parameter({ in: 'header' }), breaksBoth, breaksBoth, parameter({})],
  [
    'the need for a body',
    change((at) => {
      at.requestBody.required = true;
    }),
    breaksClients,
    serversFollow,
  ],
  [
    'an optional body',
    () => {},
    serversFollow,
    breaksClients,
    change((at) => {
      delete at.requestBody;
    }),
  ],
  [
    'a required body',
    change((at) => {
      at.requestBody.required = true;
    }),
    breaksBoth,
    breaksClients,
    change((at) => {
      delete at.requestBody;
    }),
  ],
  [
    'a media type of requests',
    change((at) => {
      at.requestBody.content['text/plain'] = {};
    }),
    serversFollow,
    breaksClients,
  ],
  [
    'a media type of responses',
    change((at) => {
      at.responses[200].content['text/plain'] = {};
    }),
    breaksClients,
    breaksBoth,
  ],
  [
    'a failure',
    change((at) => {
      at.responses[403] = {};
    }),
    serversFollow,
    breaksBoth,
  ],
  [
    'a success',
    change((at) => {
      at.responses[202] = {};
    }),
    breaksClients,
    breaksBoth,
  ],
  ['an optional header', header({}), compatible, breaksClients],
  ['a required header', header({ required: true }), serversFollow, breaksClients],
  ['the promise of a header', header({ required: true }), serversFollow, breaksClients, header({})],
  ['an optional field of requests', requestField(), serversFollow, breaksClients],
  ['a required field of requests', requestField('a'), breaksBoth, breaksClients],
  [
    'a field of requests that was only read',
    requestField(),
    serversFollow,
    breaksClients,
    (document) => {
      operation(document).requestBody.content['application/json'].schema = {
        required: [],
        properties: { a: { readOnly: true } },
      };
    },
  ],
  [
    'a field of responses that was only written',
    responseField({ properties: { a: {} } }),
    compatible,
    breaksClients,
    responseField({ properties: { a: { writeOnly: true } } }),
  ],
  ['an optional field of responses', responseField({ properties: { a: {} } }), compatible, breaksClients],
  [
    'a required field of responses',
    responseField({ required: ['a'], properties: { a: {} } }),
    serversFollow,
    breaksClients,
  ],
  [
    'a required field of closed responses',
    responseField({ additionalProperties: false, required: ['a'], properties: { a: {} } }),
    breaksBoth,
    breaksBoth,
    responseField({ additionalProperties: false }),
  ],
  [
    'an optional field of closed responses',
    responseField({ additionalProperties: false, properties: { a: {} } }),
    breaksClients,
    breaksBoth,
    responseField({ additionalProperties: false }),
  ],
  [
    'an operation',
    (document) => {
      document.paths['/new'] = { get: {} };
    },
    serversFollow,
    breaksClients,
  ],
  [
    'an operation of a path',
    (document) => {
      document.paths['/keys/{id}'].get = {};
    },
    serversFollow,
    breaksClients,
  ],
  [
    'a name of an operation',
    change((at) => {
      at.operationId = 'new';
    }),
    compatible,
    breaksClients,
  ],
  [
    'a tag',
    change((at) => {
      at.tags = ['new'];
    }),
    compatible,
    compatible,
  ],
  [
    'a link',
    change((at) => {
      at.responses[200].links = { New: { operationId: 'new' } };
    }),
    compatible,
    breaksClients,
  ],
  [
    'a webhook',
    (document) => {
      document.webhooks = { revoked: { post: {} } };
    },
    breaksBoth,
    breaksBoth,
  ],
  [
    'the end of an operation',
    change((at) => {
      Object.assign(at, ending);
    }),
    serversFollow,
    serversFollow,
  ],
  [
    'the end of an operation without a day',
    change((at) => {
      at.deprecated = true;
    }),
    breaksBoth,
    serversFollow,
  ],
  ['a server', ({ servers }) => servers.push({ url: 'https://b.example.com' }), compatible, breaksClients],
  [
    'a name of a schema',
    (document) => {
      document.components = { schemas: { New: {} } };
    },
    editorial,
    compatible,
  ],
  [
    'a way to authenticate',
    (document) => {
      document.components = { securitySchemes: { New: { type: 'http' } } };
    },
    breaksBoth,
    breaksBoth,
  ],
  [
    'a summary',
    change((at) => {
      at.summary = 'New';
    }),
    editorial,
    editorial,
  ],
  ['a limit', limits({ requestsPerMinute: 60 }), breaksClients, serversFollow],
  [
    'a higher limit',
    limits({ requestsPerMinute: 90 }),
    serversFollow,
    breaksClients,
    limits({ requestsPerMinute: 60 }),
  ],
  ['a limit on failed logins', limits({ freeFailedLogins: 5 }), breaksBoth, breaksBoth],
  [
    'more failed logins',
    limits({ freeFailedLogins: 9 }),
    breaksBoth,
    breaksBoth,
    limits({ freeFailedLogins: 5 }),
  ],
  ['a limit that is no number', limits({ window: { seconds: 1 } }), breaksBoth, breaksBoth],
];

describe('adding and removing', () => {
  test.each(
    rows.map(([what, edit, added, removed, release = nothing]) => ({ what, edit, added, removed, release })),
  )('$what', ({ edit, added, removed, release }) => {
    expect(verdictsOf(release, edit)).toEqual([added]);
    expect(verdictsOf(edit, release)).toEqual([removed]);
  });

  test('access for everybody', () => {
    const needed: Edit = change((at) => {
      at.security = [{ Token: [] }];
    });
    // One way to get in comes, and one goes.
    expect(verdictsOf(needed, () => {})).toEqual([breaksBoth, breaksBoth]);
    expect(verdictsOf(() => {}, needed)).toEqual([breaksBoth, breaksBoth]);
  });
});

describe('changing', () => {
  test.each<readonly [string, Edit, Edit, Verdict]>([
    ['the name of a path parameter', renamed('id'), renamed('key_id'), breaksClients],
    [
      'the name of an operation',
      change((at) => {
        at.operationId = 'a';
      }),
      change((at) => {
        at.operationId = 'b';
      }),
      breaksClients,
    ],
    [
      'the default of a server variable',
      variable({ default: 'a' }),
      variable({ default: 'b' }),
      breaksClients,
    ],
    [
      'the description of a server variable',
      variable({ description: 'a' }),
      variable({ description: 'b' }),
      editorial,
    ],
    ['a way to authenticate', scheme({ scheme: 'bearer' }), scheme({ scheme: 'basic' }), breaksBoth],
    ['where tokens are issued', scheme({ flows: 'a' }), scheme({ flows: 'b' }), breaksBoth],
    ['what a link needs', link({ id: 'a' }), link({ id: 'b' }), breaksClients],
    [
      'how a parameter is written',
      parameter({ style: 'form' }),
      parameter({ style: 'pipeDelimited' }),
      breaksBoth,
    ],
    [
      'what a parameter is written in',
      parameter({}),
      parameter({ schema: undefined, content: { 'application/json': {} } }),
      breaksBoth,
    ],
    [
      'the version of OpenAPI',
      (document) => {
        document.openapi = '3.1.1';
      },
      (document) => {
        document.openapi = '3.2.0';
      },
      breaksBoth,
    ],
    [
      'the patch of OpenAPI',
      (document) => {
        document.openapi = '3.1.0';
      },
      (document) => {
        document.openapi = '3.1.1';
      },
      editorial,
    ],
    ['the slug of a decision', decision('limits'), decision('errors'), editorial],
    ['the description of a tag', tag('a'), tag('b'), editorial],
    ['a shared example', example('a'), example('b'), editorial],
    ['what a schema must not be, in a component', banned('a'), banned('b'), breaksBoth],
  ])('%s', (_what, before, after, verdict) => {
    expect(verdictsOf(before, after)).toEqual([verdict]);
    expect(verdictsOf(after, before)).toEqual([verdict]);
  });
});

function decision(slug: string): Edit {
  return (document) => {
    document['x-decision'] = slug;
  };
}

function tag(description: string): Edit {
  return (document) => {
    document.tags = [{ name: 'Keys', description }];
  };
}

function renamed(name: string): Edit {
  return (document) => {
    const path = document.paths['/keys/{id}'];
    path.post.parameters = [{ name, in: 'path', required: true, schema: {} }];
    document.paths = { [`/keys/{${name}}`]: path };
  };
}

function variable(others: object): Edit {
  return ({ servers }) => {
    servers[0].variables = { base_url: { default: 'a', ...others } };
  };
}

function scheme(others: object): Edit {
  return (document) => {
    document.components = { securitySchemes: { Token: { type: 'http', ...others } } };
  };
}

function link(parameters: object): Edit {
  return change((at) => {
    at.responses[200].links = { Next: { operationId: 'next', parameters } };
  });
}

function example(value: string): Edit {
  return (document) => {
    document.components = { examples: { Shared: { value } } };
    success(document).content['application/json'].examples = {
      shared: { $ref: '#/components/examples/Shared' },
    };
  };
}

function banned(value: string): Edit {
  return (document) => {
    document.components = { schemas: { Banned: { const: value } } };
    success(document).content['application/json'].schema = { not: { $ref: '#/components/schemas/Banned' } };
  };
}
