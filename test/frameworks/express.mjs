import express from 'express';

/** The app in Express. */
export function createApp(notes) {
  const app = express();
  app.use(express.json());
  app.get('/notes', (_request, response) => {
    response.json(notes.list());
  });
  app.post('/notes', (request, response) => {
    if (!request.is('application/json')) return response.sendStatus(415);
    const note = notes.add(request.body);
    if (note === undefined) return response.sendStatus(400);
    response.status(201).json(note);
  });
  app.get('/notes/:id', (request, response) => {
    const note = notes.find(request.params.id);
    if (note === undefined) return response.sendStatus(404);
    response.json(note);
  });
  app.delete('/notes/:id', (request, response) => {
    response.sendStatus(notes.remove(request.params.id) ? 204 : 404);
  });
  // A middleware of errors has four parameters.
  app.use((error, _request, response, _next) => {
    response.sendStatus(error.status ?? 500);
  });
  return app;
}
