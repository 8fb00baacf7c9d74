// The account access API on Fastify 5, with its schemas. From the folder above:
//
//   PORT=8080 ACCOUNTS=accounts.json npx tsx fastify/server.ts
import { randomBytes, randomUUID } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyRequest } from 'fastify';
import { findUser, sha256, type User, useCode } from '../accounts.ts';

interface Key {
  owner: User;
  hash: string;
  description: string;
  revokedAt?: string;
}

const sessions = new Map<string, { user: User; expires: number }>();
const keys = new Map<string, Key>();

class Failure extends Error {
  readonly statusCode: number;
  readonly reason: string;
  constructor(statusCode: number, reason: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.reason = reason;
  }
}

const app = Fastify({ genReqId: () => randomBytes(16).toString('hex'), bodyLimit: 16_384 });

app.addHook('onRequest', async (_request, reply) => {
  reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
});

// Every success is sent in the envelope.
app.addHook('preSerialization', async (request, reply, payload) => {
  if (reply.statusCode !== 200) return payload;
  return {
    status: { code: 200, message: 'OK', trace_id: request.id },
    data: payload,
    usage: { latency_ms: Math.floor(reply.elapsedTime) },
  };
});

app.setErrorHandler<FastifyError | Failure>((error, request, reply) => {
  const code = error.statusCode ?? 500;
  if (code >= 500) console.error(error);
  const message = code >= 500 ? 'Internal error' : error.message;
  reply.code(code);
  if (code === 401) reply.header('WWW-Authenticate', 'Bearer realm="account"');
  return { status: { code, message, reason: reasonOf(error), trace_id: request.id } };
});

app.setNotFoundHandler(async (request) => {
  throw new Failure(404, 'not_found', `There is no ${request.method} here`);
});

const loginBody = {
  type: 'object',
  required: ['identity'],
  properties: {
    identity: { type: 'string', maxLength: 254 },
    password: { type: 'string', maxLength: 1024 },
    otp: { type: 'string', maxLength: 64 },
  },
} as const;

app.post<{ Body: { identity: string; password?: string; otp?: string } }>(
  '/v1/auth/login',
  { schema: { body: loginBody } },
  async ({ body: { identity, password, otp } }) => {
    if (password === undefined) throw new Failure(401, 'password_required', 'password is required');
    const user = await findUser(identity.normalize('NFC'), password);
    if (!user) throw new Failure(401, 'invalid_credentials', 'Identity or password is wrong');
    if (user.totp_secret !== undefined) {
      if (otp === undefined) throw new Failure(401, 'otp_required', 'otp is required');
      if (!useCode(user, user.totp_secret, otp))
        throw new Failure(401, 'otp_invalid', 'The one-time code is wrong or was used');
    }
    const token = `aat_${randomBytes(32).toString('base64url')}`;
    sessions.set(sha256(token), { user, expires: Date.now() + 3_600_000 });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: 3600,
      me_id: user.id,
      mfa_enabled: user.totp_secret !== undefined,
      nickname: user.nickname,
    };
  },
);

// The routes of keys share a hook, which runs before the body is read.
app.register(
  async (routes) => {
    routes.decorateRequest('user');
    routes.addHook('onRequest', async (request) => request.setDecorator('user', authenticate(request)));

    const generateBody = {
      type: ['object', 'null'],
      properties: { description: { type: 'string', maxLength: 255 } },
    } as const;
    routes.post<{ Body: { description?: string } | null }>(
      '/generate',
      { schema: { body: generateBody } },
      async (request) => {
        const [id, key] = [`key_${randomUUID()}`, `aak_${randomBytes(32).toString('base64url')}`];
        const description = request.body?.description ?? '';
        keys.set(id, { owner: request.getDecorator('user'), hash: sha256(key), description });
        return { id, api_key: key, description, note: 'Store the key now: it is not shown again.' };
      },
    );

    routes.delete<{ Params: { id: string } }>('/:id', async (request) => {
      const key = keys.get(request.params.id);
      // Another user's key returns the same 404 as a missing one.
      if (!key || key.owner !== request.getDecorator('user'))
        throw new Failure(404, 'key_not_found', 'You have no key with this id');
      key.revokedAt ??= new Date().toISOString();
      return { message: 'API key revoked', id: request.params.id, revoked_at: key.revokedAt };
    });
  },
  { prefix: '/v1/security/apikey' },
);

function authenticate({ headers }: FastifyRequest): User {
  const [, token] = /^Bearer ([^ ]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) throw new Failure(401, 'token_missing', 'Log in first');
  const session = sessions.get(sha256(token));
  if (!session || session.expires < Date.now()) throw new Failure(401, 'token_invalid', 'Log in again');
  return session.user;
}

function reasonOf(error: FastifyError | Failure): string {
  if (error instanceof Failure) return error.reason;
  if (error.validation) return 'validation_failed';
  if (error.statusCode === 413) return 'body_too_large';
  if (error.statusCode === 415) return 'unsupported_media_type';
  return error.statusCode === 400 ? 'malformed_request' : 'internal_error';
}

const url = await app.listen({ port: Number(process.env.PORT ?? 8080), host: '127.0.0.1' });
console.log(`listening on ${url}`);
