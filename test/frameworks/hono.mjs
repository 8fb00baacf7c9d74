import { Hono } from 'hono';

/** The app in Hono, which serves requests of the Fetch API. */
export function createApp(notes) {
  const app = new Hono();
  app.get('/notes', (context) => context.json(notes.list()));
  app.post('/notes', async (context) => {
    if (!/^application\/json(;|$)/i.test(context.req.header('content-type') ?? ''))
      return context.body(null, 415);
    const body = await context.req.json().catch(() => undefined);
    const note = notes.add(body);
    return note === undefined ? context.body(null, 400) : context.json(note, 201);
  });
  app.get('/notes/:id', (context) => {
    const note = notes.find(context.req.param('id'));
    return note === undefined ? context.body(null, 404) : context.json(note);
  });
  app.delete('/notes/:id', (context) =>
    context.body(null, notes.remove(context.req.param('id')) ? 204 : 404),
  );
  return app;
}
