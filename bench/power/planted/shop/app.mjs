// A shop, as a team that uses Express with express-openapi-validator would write it.
import { fileURLToPath } from 'node:url';
import express from 'express';
import OpenApiValidator from 'express-openapi-validator';
import { router } from './routes.mjs';
import { shopOf } from './store.mjs';

const apiSpec = fileURLToPath(new URL('openapi.yaml', import.meta.url));
const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.set('case sensitive routing', true);

// The shop of the token comes first: nobody learns from an error what a request would have needed.
app.use((request, response, next) => {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const shop = shopOf(token);
  if (shop === undefined) return response.status(401).json({ message: 'unauthorized' });
  request.shop = shop;
  next();
});

app.use(express.json({ limit: '1mb' }));
app.use(express.raw({ type: ['image/png', 'image/jpeg'], limit: '256kb' }));
app.use(
  OpenApiValidator.middleware({
    apiSpec,
    validateSecurity: false,
    validateResponses: false,
    validateApiSpec: false,
    // An image is bytes, which the validator takes for an object.
    ignorePaths: /\/image$/,
  }),
);
app.use(router);

app.use((_request, response) => response.status(404).json({ message: 'not found' }));

app.use((error, _request, response, _next) => {
  const status = error.status ?? error.statusCode ?? 500;
  if (error.headers !== undefined) response.set(error.headers);
  response.status(status).json({ message: error.message, errors: error.errors });
});

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
