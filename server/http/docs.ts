import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import express, { type Request, Router } from 'express';

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));
const folder = join(root, 'dist/docs');

// Both libraries write styles into the page: VitePress the colours of code, Scalar its whole style sheet.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// The guides load parts of themselves. From the reference, readers also send requests to servers on their own machine.
const guidePolicy = `${policy}; connect-src 'self'`;
const referencePolicy = `${guidePolicy} http://127.0.0.1:* http://localhost:*`;

const siteHeaders = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * The docs at `/docs`, if they were built (`npm run docs`), and a redirect of browsers from `/` to them. The pages have absolute
 * links, so a service that is mounted below another path has no docs.
 *
 * @param apiBase where the API begins on this host, such as `/access/`
 */
export function docs(apiBase = '/'): Router {
  const router = Router({ strict: true });
  if (!existsSync(join(folder, 'index.html'))) return router;

  const headers = { ...siteHeaders, 'Content-Security-Policy': guidePolicy };
  const reference = `${sep}reference${sep}index.html`;

  router.use(({ baseUrl }, _response, next) => next(baseUrl === '' ? undefined : 'router'));
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    // A browser gets the docs, and a program the 404 of any unknown path.
    if (!wantsPage(request)) return next();
    response.writeHead(302, { ...headers, Location: '/docs/', 'Content-Length': 0 }).end();
  });
  router.get(['/docs', '/docs/reference'], ({ path }, response) => {
    response.writeHead(308, { ...headers, Location: `${path}/`, 'Content-Length': 0 }).end();
  });
  router.use(
    '/docs',
    express.static(folder, {
      redirect: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.set({ ...headers, 'X-Api-Base': apiBase });
        if (path.endsWith(reference)) response.set('Content-Security-Policy', referencePolicy);
      },
    }),
    (request, response, next) => {
      if (!wantsPage(request)) return next();
      response.status(404).set(headers).sendFile(join(folder, '404.html'), { cacheControl: false });
    },
  );
  return router;
}

function wantsPage({ headers: { accept = '' } }: Request): boolean {
  return /\btext\/html\b/.test(accept);
}
