/**
 * The service below a path of an Express app of one's own, with brakes of its own. In a project that has installed the
 * package, import from 'account-access/server'.
 *
 * npx tsx examples/express-app.ts <database> [port]    after `accounts add`
 */
import express from 'express';
import { openService } from '../operator/run/open-service.ts';

const [database = './data/account-access.db', port = '3000'] = process.argv.slice(2);

const service = await openService({
  config: { database, brakes: { requestsPerMinute: { login: 10 } } },
});

const app = express();
// Before any parser of bodies, which would leave the service nothing to read.
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

// No more requests first, then the store.
process.once('SIGTERM', () => server.close(() => service.close()));
