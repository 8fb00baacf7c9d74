import fastify from 'fastify';

const note = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1, maxLength: 200 } },
};

/** The app in Fastify, whose schemas validate requests. */
export function createApp(notes) {
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  app.get('/notes', async () => notes.list());
  app.post('/notes', { schema: { body: note } }, async (request, reply) => {
    reply.code(201);
    return notes.add(request.body);
  });
  app.get('/notes/:id', async (request, reply) => {
    return notes.find(request.params.id) ?? reply.code(404).send({ error: 'no such note' });
  });
  app.delete('/notes/:id', async (request, reply) => {
    return reply.code(notes.remove(request.params.id) ? 204 : 404).send();
  });
  return app;
}
