/**
 * A service of one's own that takes the API keys of this one, and asks its internal listener whether they are good.
 * In a project that has installed the package, import from 'account-access/require-api-key'.
 *
 * npx tsx examples/require-api-key.ts <introspection-url> <credential-file> [port]    after `serve --internal`
 */
import { readFileSync } from 'node:fs';
import express from 'express';
import { requireApiKey } from '../operator/require-api-key/require-api-key.ts';

const [
  url = 'http://127.0.0.1:8081/introspect',
  credentialFile = './data/demo.db.internal-credential',
  port = '3000',
] = process.argv.slice(2);

const app = express();
app.use('/reports', requireApiKey({ introspect: { url, credential: readFileSync(credentialFile, 'utf8') } }));
app.get('/reports', (request, response) => {
  response.json({ for: request.apiKey?.sub, with: request.apiKey?.description });
});

const server = app.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/reports`);
});
