// The account access API on Express 5. From the folder above:
//
//   PORT=8080 ACCOUNTS=accounts.json npx tsx express/server.ts
import { randomBytes, randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { findUser, sha256, type User, useCode } from './accounts.ts';

const sessions = new Map<string, { user: User; expires: number }>();
const keys = new Map<string, { owner: User; hash: string }>();

class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const app = express();
app.disable('x-powered-by');

app.use((_request, response, next) => {
  response.locals.started = Date.now();
  response.set('Cache-Control', 'no-store');
  next();
});

const requireToken: RequestHandler = (request, response, next) => {
  const [, token = ''] = /^Bearer ([^ ]+)$/i.exec(request.get('Authorization') ?? '') ?? [];
  const session = sessions.get(sha256(token));
  if (!session || session.expires < Date.now()) {
    response.set('WWW-Authenticate', token === '' ? 'Bearer' : 'Bearer error="invalid_token"');
    throw new HttpError(401, 'A valid access token is required');
  }
  response.locals.user = session.user;
  next();
};

const requireJson: RequestHandler = (request, _response, next) => {
  const isEmpty = request.get('Content-Length') === '0';
  if (!isEmpty && request.is('json') === false)
    throw new HttpError(415, 'The body must be application/json');
  next();
};
const json = express.json({ limit: '16kb' });

app
  .route('/v1/auth/login')
  .post(requireJson, json, async (request, response) => {
    const identity = stringIn(request.body, 'identity');
    const password = stringIn(request.body, 'password');
    const otp = stringIn(request.body, 'otp');
    if (identity === undefined) throw new HttpError(400, 'identity is required');
    if (password === undefined) throw new HttpError(401, 'password is required');
    const user = await findUser(identity, password);
    if (!user) throw new HttpError(401, 'Wrong identity or password');
    if (user.totp_secret !== undefined) {
      if (otp === undefined) throw new HttpError(401, 'A one-time code is required');
      if (!useCode(user, user.totp_secret, otp)) throw new HttpError(401, 'Wrong one-time code');
    }
    const token = randomBytes(32).toString('hex');
    sessions.set(sha256(token), { user, expires: Date.now() + 3_600_000 });
    sendData(response, {
      access_token: token,
      me_id: user.id,
      mfa_enabled: user.totp_secret !== undefined,
      nickname: user.nickname,
    });
  })
  .all(allow('POST'));

app
  .route('/v1/security/apikey/generate')
  .post(requireToken, requireJson, json, (request, response) => {
    const description = stringIn(request.body, 'description') ?? 'an API key';
    const id = randomUUID();
    const key = `sk_${randomBytes(24).toString('hex')}`;
    keys.set(id, { owner: response.locals.user, hash: sha256(key) });
    sendData(response, {
      key_id: id,
      api_key: key,
      note: `Store ${description} now. It is not shown again.`,
    });
  })
  .all(allow('POST'));

app
  .route('/v1/security/apikey/:id')
  .delete(requireToken, (request, response) => {
    // Only the owner can revoke a key, once.
    if (keys.get(request.params.id)?.owner !== response.locals.user)
      throw new HttpError(404, 'No such key');
    keys.delete(request.params.id);
    sendData(response, { message: 'The key was revoked' });
  })
  .all(allow('DELETE'));

app.use(() => {
  throw new HttpError(404, 'No such path');
});

const reportError: ErrorRequestHandler = (error, _request, response, _next) => {
  // Express and its body parser throw errors with a status too: malformed JSON, a body that is too large.
  const status = error.status ?? 500;
  if (status === 500) console.error(error);
  const message = error instanceof HttpError ? error.message : STATUS_CODES[status];
  response.status(status).json({ status: { code: status, message, trace_id: randomUUID() } });
};
app.use(reportError);

function sendData(response: Response, data: object): void {
  response.json({
    status: { code: 200, message: 'OK', trace_id: randomUUID() },
    data,
    usage: { latency_ms: Date.now() - response.locals.started },
  });
}

function allow(method: string): RequestHandler {
  return (_request, response) => {
    response.set('Allow', method);
    throw new HttpError(405, `Use ${method}`);
  };
}

function stringIn(body: unknown, name: string): string | undefined {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new HttpError(400, `${name} must be a string`);
}

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
