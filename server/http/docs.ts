import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));

/** The API docs, one page, where they were built (`npm run docs`); elsewhere `/docs` is a path like any unknown one. */
export function docs(page = join(root, 'dist/docs/index.html')): Router {
  const router = Router({ caseSensitive: true });
  router.get('/docs', (_request, response, next) => {
    if (!existsSync(page)) return next();
    response.set('X-Content-Type-Options', 'nosniff').sendFile(page);
  });
  return router;
}
