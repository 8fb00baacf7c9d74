import swagger from '@fastify/swagger';
import fastify from 'fastify';

const newUser = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 }, nickname: { type: 'string' } },
};
const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, ...newUser.properties },
};
const missing = { type: 'object', properties: { error: { type: 'string' } } };
const byId = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };

/** Its document comes from `@fastify/swagger`. The faulty app finds users that are not there. */
export async function createApp({ fault }) {
  const users = new Map();
  const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Users', version: '0.1.0' } },
  });

  app.get(
    '/users',
    {
      schema: {
        operationId: 'listUsers',
        response: { 200: { description: 'The users.', type: 'array', items: user } },
      },
    },
    async () => [...users.values()],
  );

  app.post(
    '/users',
    {
      schema: {
        operationId: 'createUser',
        body: newUser,
        response: { 201: { description: 'The new user.', ...user } },
      },
    },
    async (request, reply) => {
      const created = { ...request.body, id: `${users.size + 1}` };
      users.set(created.id, created);
      reply.code(201);
      return created;
    },
  );

  app.get(
    '/users/:id',
    {
      schema: {
        operationId: 'getUser',
        params: byId,
        response: {
          200: { description: 'The user.', ...user },
          404: { description: 'There is no such user.', ...missing },
        },
      },
    },
    async ({ params: { id } }, reply) => {
      const found = users.get(id);
      if (found === undefined && !fault) return reply.code(404).send({ error: 'no such user' });
      return found ?? { id, name: '' };
    },
  );

  await app.ready();
  return { app, document: app.swagger() };
}
