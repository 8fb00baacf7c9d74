/**
 * Runs the service below a path of your own Express app, beside your own routes.
 *
 * npx tsx examples/express-app.ts <database> [port]    after `accounts add`
 */

import { createService } from 'account-access/server';
import express from 'express';

const [database = './data/account-access.db', port = '3000'] = process.argv.slice(2);

const service = await createService({ config: { database } });

const app = express();
// Before any body parser: the service reads the request body itself.
app.use('/access', service.listener);
app.use(express.json());
app.get(
  '/',
  (_request, response) => void response.send('Log in at /access/v1/auth/login, read /access/docs'),
);

const server = app.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/access`);
});

// Stop taking requests, then close the database.
process.once('SIGTERM', () => server.close(() => service.close()));
