import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Koa from 'koa';

const document = new URL('posts.yaml', import.meta.url).pathname;

/** The blog of Koa's examples, as an API. Like it, the faulty app reads any property of its list, such as `__proto__`. */
export function createApp({ fault }) {
  const posts = [];

  const create = (context) => {
    if (!context.is('application/json')) context.throw(415);
    const { title, body } = context.request.body;
    if (typeof title !== 'string' || typeof body !== 'string') context.throw(400);
    const post = { id: posts.length, title, body, created_at: new Date() };
    posts.push(post);
    context.status = 201;
    context.body = post;
  };

  const router = new Router();
  router.get('/posts', (context) => {
    context.body = posts;
  });
  router.post('/posts', create);
  router.get('/posts/:id', (context) => {
    const { id } = context.params;
    const post = fault ? posts[id] : posts.find((one) => one.id === Number(id));
    context.body = post ?? context.throw(404, 'invalid post id');
  });

  const app = new Koa();
  app.silent = true;
  app.use(bodyParser());
  app.use(router.routes());
  app.use(router.allowedMethods());
  return { app, document };
}
