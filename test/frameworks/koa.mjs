import Koa from 'koa';

async function readJson(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

/** The app in Koa, without a router. */
export function createApp(notes) {
  const app = new Koa({ env: 'test' });
  app.use(async (context, next) => {
    const [, collection, id, ...rest] = context.path.split('/');
    if (collection !== 'notes' || rest.length > 0) return;
    if (id === undefined) await ofAll(context);
    else await ofOne(context, id);
    await next();
  });
  return app;

  async function ofAll(context) {
    if (context.method === 'GET') {
      context.body = notes.list();
    } else if (context.method === 'POST') {
      if (!context.is('application/json')) context.throw(415);
      const body = await readJson(context.req).catch(() => context.throw(400));
      context.body = notes.add(body) ?? context.throw(400);
      context.status = 201;
    }
  }

  async function ofOne(context, id) {
    if (context.method === 'GET') context.body = notes.find(id) ?? context.throw(404);
    else if (context.method === 'DELETE') context.status = notes.remove(id) ? 204 : 404;
  }
}
