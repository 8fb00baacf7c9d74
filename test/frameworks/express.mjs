import express from 'express';
import { middleware } from 'express-openapi-validator';

const document = new URL('pets.yaml', import.meta.url).pathname;
const key = 'key-of-the-pets';

/** As the standard example of express-openapi-validator. Like it, the faulty app accepts any API key. */
export function createApp({ fault }) {
  const pets = new Map([
    [1, { id: 1, name: 'sparky', type: 'dog' }],
    [2, { id: 2, name: 'buzz', type: 'cat' }],
  ]);
  let last = pets.size;

  const app = express();
  app.use(express.json());
  app.use(
    middleware({
      apiSpec: document,
      validateResponses: true,
      validateSecurity: fault || {
        handlers: { ApiKeyAuth: (request) => request.get('X-API-Key') === key },
      },
    }),
  );

  app.get('/v1/pets', ({ query: { type, limit } }, response) => {
    const newestFirst = [...pets.values()].reverse();
    response.json(newestFirst.filter((pet) => pet.type === type).slice(0, limit));
  });

  app.post('/v1/pets', (request, response) => {
    last += 1;
    const pet = { ...request.body, id: last };
    pets.set(last, pet);
    response.json(pet);
  });

  app.get('/v1/pets/:id', (request, response) => {
    const pet = pets.get(Number(request.params.id));
    if (pet === undefined) response.status(404).json({ message: 'not found' });
    else response.json(pet);
  });

  app.delete('/v1/pets/:id', (request, response) => {
    const isDeleted = pets.delete(Number(request.params.id));
    if (isDeleted) response.status(204).end();
    else response.status(404).json({ message: 'not found' });
  });

  // A middleware of errors has four parameters.
  app.use((error, _request, response, _next) => {
    response
      .status(error.status ?? 500)
      .set(error.headers ?? {})
      .json({ message: error.message });
  });

  const profile = { credentials: { ApiKeyAuth: key }, values: { type: 'dog' } };
  return { app, document, profile };
}
