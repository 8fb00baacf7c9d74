import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

const newUser = z.object({ name: z.string().min(1), age: z.number().int().min(0) }).strict();
const user = z.object({ id: z.string(), name: z.string(), age: z.number() }).openapi('User');
const error = z.object({ error: z.string() });
const json = (schema) => ({ 'application/json': { schema } });

const list = createRoute({
  method: 'get',
  path: '/users',
  responses: { 200: { description: 'The users.', content: json(z.array(user)) } },
});
const create = createRoute({
  method: 'post',
  path: '/users',
  request: { body: { required: true, content: json(newUser) } },
  responses: {
    201: { description: 'The new user.', content: json(user) },
    400: { description: 'The user is invalid.' },
    415: { description: 'The user is not JSON.' },
  },
});
const read = createRoute({
  method: 'get',
  path: '/users/{id}',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: { description: 'The user.', content: json(user) },
    404: { description: 'There is no such user.', content: json(error) },
  },
});

/** As the example of `@hono/zod-openapi`, which makes its document. The faulty app returns the age as a string. */
export function createApp({ fault }) {
  const users = new Map();
  const app = new OpenAPIHono();
  app.openapi(list, (context) => context.json([...users.values()], 200));
  app.openapi(create, (context) => {
    const { name, age } = context.req.valid('json');
    const created = { id: `${users.size + 1}`, name, age: fault ? `${age}` : age };
    users.set(created.id, created);
    return context.json(created, 201);
  });
  app.openapi(read, (context) => {
    const found = users.get(context.req.valid('param').id);
    return found ? context.json(found, 200) : context.json({ error: 'not found' }, 404);
  });

  const info = { title: 'Users', version: '1.0.0' };
  return { app, document: app.getOpenAPI31Document({ openapi: '3.1.0', info }) };
}
