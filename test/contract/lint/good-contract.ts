const text = (example: string) => ({ type: 'string', example });

const envelope = (data?: object) => ({
  type: 'object',
  required: ['status'],
  properties: {
    status: {
      type: 'object',
      required: ['code', 'message', 'trace_id'],
      properties: { code: { type: 'integer', example: 200 }, message: text('OK'), trace_id: text('a1') },
    } as Record<string, unknown>,
    output: { type: 'object' },
    usage: { type: 'object', properties: { latency_ms: { type: 'integer', example: 7 } } },
    ...(data && { data }),
  } as Record<string, Record<string, unknown>>,
});

const envelopeOf = (code: number, message: string) => ({ status: { code, message, trace_id: 'a1' } });

const response = (schema: object, examples: Record<string, Record<string, unknown>>) => ({
  description: 'A response.',
  headers: {
    'Cache-Control': { schema: text('no-store') },
    'X-Content-Type-Options': { schema: text('nosniff') },
  },
  content: { 'application/json': { schema: schema as Record<string, unknown>, examples } },
});

const openDoor = () => ({
  operationId: 'openDoor',
  summary: 'Open a door',
  description: 'Opens it.',
  tags: ['Doors'],
  security: [],
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { door_name: text('front') } as Record<string, object> },
        examples: { opened: { value: { door_name: 'front' } }, locked: { value: { door_name: 'back' } } },
      },
    },
  },
  responses: {
    200: response(
      envelope({ type: 'object', properties: { door_token: { ...text('tok_s3cret'), 'x-secret': true } } }),
      { opened: { value: { ...envelopeOf(200, 'OK'), data: { door_token: 'tok_s3cret' } } } },
    ),
    400: { $ref: '../openapi.yaml#/components/responses/Broken' } as object,
    404: { $ref: '../openapi.yaml#/components/responses/Locked' } as object,
  },
});

const document = () => ({
  openapi: '3.1.1',
  info: {
    title: 'Doors',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Doors' },
    'x-decision': 'doors',
  },
  servers: [{ url: 'http://127.0.0.1' }],
  tags: [{ name: 'Doors', description: 'Doors.' }],
  paths: { '/v1/doors': { $ref: 'paths/open-door.yaml' } },
  components: {
    schemas: { ResponseEnvelope: envelope({ type: 'object' }) } as Record<string, object>,
    responses: {
      Locked: response(envelope(), { locked: { value: envelopeOf(404, 'Not found') } }),
      Broken: response(envelope(), {
        broken: { value: envelopeOf(400, 'Broken'), 'x-cause': 'A body that is not JSON.' },
      }),
    },
  },
});

/** A small contract in which no rule finds an error, new each time, for a test to break in one place. */
export function goodContract() {
  const root = document();
  const operation = openDoor();
  const files = {
    'openapi/openapi.yaml': root,
    'openapi/paths/open-door.yaml': { post: operation },
    'docs/decisions.md': '# Decisions\n\n## doors\n\nThere are doors.\n',
  };
  return { files, root, operation, opened: operation.responses[200], ...root.components.responses };
}
