import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import express, { Router } from 'express';

/** What `npm run docs` writes next to the files: the headers of each, such as its content security policy. */
interface Manifest {
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const root = dirname(dirname(createRequire(import.meta.url).resolve('#openapi')));

const siteHeaders = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The docs below `/docs`, if they were built (`npm run docs`), and a redirect of browsers from `/` to them. */
export function docs(folder = join(root, 'dist/docs')): Router {
  const router = Router({ strict: true });
  const manifestFile = join(folder, 'headers.json');
  if (!existsSync(manifestFile)) return router;
  const { files }: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

  router.get('/', ({ headers, originalUrl }, response, next) => {
    response.vary('Accept');
    // A browser gets the docs, and a program the 404 of any unknown path.
    if (!/\btext\/html\b/.test(headers.accept ?? '')) return next();
    // Relative, because a proxy may have removed a prefix from the path.
    const [, last = ''] = /([^/?]*)(?:\?.*)?$/.exec(originalUrl) ?? [];
    response
      .writeHead(302, {
        ...siteHeaders,
        Location: `${last === '' ? '' : `./${last}/`}docs/`,
        'Content-Length': 0,
      })
      .end();
  });
  router.get('/docs', (_request, response) => {
    response.writeHead(308, { ...siteHeaders, Location: 'docs/', 'Content-Length': 0 }).end();
  });
  router.use(
    '/docs',
    express.static(folder, {
      redirect: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        const name = relative(folder, path).replaceAll(sep, '/');
        response.set({ ...files[name], ...siteHeaders });
      },
    }),
  );
  return router;
}
