// A booking service, as a team that uses Fastify would write it.
import { writeFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import Fastify from 'fastify';
import { routes } from './routes.mjs';
import { schemas } from './schemas.mjs';
import { accountOf } from './store.mjs';

const app = Fastify({ logger: false, forceCloseConnections: true });

// Bodies are taken as they are; only what comes in a URL or a header is a text that must become a number.
function validator(coerceTypes) {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, allErrors: false, strict: false });
  addFormats(ajv);
  return ajv.addSchema(schemas);
}
const validators = { body: validator(false), other: validator(true) };
app.setValidatorCompiler(({ schema, httpPart }) =>
  (httpPart === 'body' ? validators.body : validators.other).compile(schema),
);

for (const schema of schemas) app.addSchema(schema);

await app.register(swagger, {
  openapi: {
    openapi: '3.0.3',
    info: {
      title: 'Room bookings',
      version: '2.3.0',
      description: 'Rooms, customers and bookings of your account.',
    },
    servers: [{ url: 'http://localhost:3000' }],
    tags: [{ name: 'rooms' }, { name: 'customers' }, { name: 'bookings' }],
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    },
    security: [{ apiKey: [] }],
  },
  refResolver: { buildLocalReference: ({ $id }) => $id },
});

app.decorateRequest('account', null);
app.addHook('onRequest', async (request, reply) => {
  if (request.is404 || request.routeOptions.config.open) return;
  const account = accountOf(request.headers['x-api-key']);
  if (account === undefined) {
    return reply
      .code(401)
      .send({ statusCode: 401, error: 'Unauthorized', message: 'Missing or invalid API key' });
  }
  request.account = account;
});

// What has a path but not this method gets 405, and learns from Allow which methods there are.
const known = [];
app.addHook('onRoute', ({ method, url }) => {
  const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
  for (const it of [method].flat()) known.push({ method: it, pattern });
});
app.setNotFoundHandler((request, reply) => {
  const url = request.raw.url.split('?')[0];
  const allowed = known.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method);
  if (allowed.length === 0) {
    const message = `Route ${request.method}:${url} not found`;
    return reply.code(404).send({ statusCode: 404, error: 'Not Found', message });
  }
  const message = `Use one of ${allowed.join(', ')}`;
  const body = { statusCode: 405, error: 'Method Not Allowed', message };
  return reply.code(405).header('allow', allowed.join(', ')).send(body);
});

await app.register(routes);
await app.ready();

if (process.argv[2] === '--write-document') {
  const path = new URL('openapi.json', import.meta.url);
  writeFileSync(path, `${JSON.stringify(app.swagger(), null, 2)}\n`);
  process.exit();
}

const url = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) });
console.log(JSON.stringify({ url }));
