/**
 * Protects your own Express app with API keys. The middleware checks each key with the internal listener of the service.
 *
 * npx tsx examples/require-api-key.ts <introspection-url> <credential-file> [port]    after `serve --internal`
 */
import { readFileSync } from 'node:fs';
import { requireApiKey } from 'account-access/require-api-key';
import express from 'express';

const [
  url = 'http://127.0.0.1:8081/introspect',
  credentialFile = './data/demo.db.internal-credential',
  port = '3000',
] = process.argv.slice(2);

const app = express();
app.use('/reports', requireApiKey({ url, credential: readFileSync(credentialFile, 'utf8') }));
app.get('/reports', (request, response) => {
  response.json({ for: request.apiKey?.sub, with: request.apiKey?.description });
});

const server = app.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/reports`);
});
