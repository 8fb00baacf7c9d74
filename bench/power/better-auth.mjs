// better-auth with its own OpenAPI document, a store in memory, and a user who is logged in.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { toNodeHandler } from 'better-auth/node';
import { openAPI } from 'better-auth/plugins';

const server = createServer();
await once(server.listen(0, '127.0.0.1'), 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const auth = betterAuth({
  baseURL: origin,
  secret: 'a secret of thirty-two characters and more',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  plugins: [openAPI()],
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
});
server.on('request', toNodeHandler(auth));
const body = { name: 'Power', email: 'power@example.com', password: 'a password like any other' };
const response = await auth.api.signUpEmail({ body, asResponse: true });
const cookie = response.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ');
const url = `${origin}/api/auth`;
console.log(JSON.stringify({ url, documentUrl: `${url}/open-api/generate-schema`, cookie }));
