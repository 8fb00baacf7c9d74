// The account access API on Hono, with JSON Web Tokens as access tokens. From the folder above:
//
//   PORT=8080 ACCOUNTS=accounts.json npx tsx hono/server.ts
import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { sign, verify } from 'hono/jwt';
import { secureHeaders } from 'hono/secure-headers';
import { validator } from 'hono/validator';
import { findUser, sha256, useCode } from '../accounts.ts';

const keys = new Map<string, { owner: string; hash: string; revoked: boolean }>();
const signingKey = randomBytes(32).toString('hex');
let lastKey = 0;

/** Finds the user of a token, and sets `userId`. */
const requireToken = createMiddleware<{ Variables: { userId: string } }>(async (context, next) => {
  const [, token = ''] = /^Bearer ([^ ]+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
  const claims = await verify(token, signingKey, 'HS256').catch(() => undefined);
  if (typeof claims?.sub !== 'string') {
    context.header('WWW-Authenticate', token === '' ? 'Bearer' : 'Bearer error="invalid_token"');
    return fail(context, 401, 'A valid access token is required');
  }
  context.set('userId', claims.sub);
  return next();
});

const limitBody = bodyLimit({
  maxSize: 16_384,
  onError: (context) => fail(context, 413, 'The body is too large'),
});

const loginBody = validator('json', (body, context) => {
  const { identity, password, otp } = body ?? {};
  if (typeof identity !== 'string') return fail(context, 400, 'identity must be a string');
  if (typeof password !== 'string') return fail(context, 400, 'password must be a string');
  if (otp !== undefined && typeof otp !== 'string') return fail(context, 400, 'otp must be a string');
  return { identity, password, otp };
});

const keyBody = validator('json', (body, context) => {
  const { description } = body ?? {};
  if (typeof description !== 'string' || description.length > 100)
    return fail(context, 400, 'description must be a string of at most 100 characters');
  return { description };
});

const app = new Hono();
app.use(secureHeaders());
app.use(async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
});

app.post('/v1/auth/login', limitBody, loginBody, async (context) => {
  const { identity, password, otp } = context.req.valid('json');
  const user = await findUser(identity, password);
  if (!user) return fail(context, 403, 'Wrong identity or password');
  if (user.totp_secret !== undefined && !useCode(user, user.totp_secret, otp ?? ''))
    return fail(context, 403, 'A new one-time code is required');
  const now = Math.floor(Date.now() / 1000);
  const token = await sign(
    { sub: user.id, iat: now, exp: now + 3600, jti: randomBytes(8).toString('hex') },
    signingKey,
  );
  return succeed(context, {
    access_token: token,
    me_id: user.id,
    mfa_enabled: user.totp_secret !== undefined,
    nickname: user.nickname,
  });
});

app.post('/v1/security/apikey/generate', requireToken, limitBody, keyBody, (context) => {
  lastKey += 1;
  const id = String(lastKey).padStart(8, '0');
  const key = randomBytes(30).toString('base64url');
  keys.set(id, { owner: context.get('userId'), hash: sha256(key), revoked: false });
  const note = `Keep the key for ${context.req.valid('json').description} secret.`;
  return succeed(context, { api_key: key, note, key: { id } });
});

app.delete('/v1/security/apikey/:id', requireToken, (context) => {
  const key = keys.get(context.req.param('id'));
  // Only the owner learns that a key exists.
  if (key?.owner !== context.get('userId')) return fail(context, 404, 'You have no such key');
  if (key.revoked) return fail(context, 410, 'The key was revoked before');
  key.revoked = true;
  return succeed(context, { message: 'Revoked' });
});

app.notFound((context) => fail(context, 404, 'No such operation'));
app.onError((error, context) => {
  // Hono throws one for a body that is not JSON.
  if (error instanceof HTTPException) return fail(context, error.status, error.message);
  console.error(error);
  return fail(context, 500, 'Internal error');
});

function succeed(context: Context, data: object) {
  return context.json({ status: { code: 200, message: 'OK', trace_id: crypto.randomUUID() }, data });
}

function fail(context: Context, code: HTTPException['status'], message: string) {
  return context.json({ status: { code, message, trace_id: crypto.randomUUID() } }, code);
}

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 8080), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
