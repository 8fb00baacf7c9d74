// The account access API on node:http, without packages. From the folder above:
//
//   PORT=8080 ACCOUNTS=accounts.json npx tsx node-http/server.ts
import { createHash, randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { stepOf } from './totp.ts';

interface Account {
  id: string;
  identity: string;
  nickname: string;
  password: string;
  totp_secret?: string;
  disabled?: boolean;
}
type User = Omit<Account, 'password'> & { salt: Buffer; passwordHash: Buffer; lastStep: number };

const accounts: Account[] = JSON.parse(
  readFileSync(process.env.ACCOUNTS ?? 'accounts.json', 'utf8'),
);
const users = new Map(accounts.map((account) => [account.identity, toUser(account)]));
const sessions = new Map<string, { user: User; expires: number }>();
const keys = new Map<string, { owner: User; hash: string; revokedAt?: string }>();

class Failure extends Error {
  readonly code: number;
  readonly reason: string;
  readonly headers: OutgoingHttpHeaders;
  constructor(code: number, reason: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.headers = headers;
  }
}

async function login(request: IncomingMessage) {
  const { identity, password, otp } = await readFields(request);
  if (identity === undefined) throw new Failure(400, 'validation_failed', 'identity is required');
  if (password === undefined) throw loginFailure('password_required', 'password is required');
  const user = users.get(identity.toLowerCase());
  // An unknown identity costs a hash too, so that the time does not show which identities exist.
  const hash = hashPassword(password, user?.salt ?? Buffer.alloc(16));
  if (!user || user.disabled || !timingSafeEqual(hash, user.passwordHash))
    throw loginFailure('invalid_credentials', 'The identity or the password is wrong');
  if (user.totp_secret !== undefined) {
    if (otp === undefined) throw loginFailure('otp_required', 'otp is required');
    const step = stepOf(otp, user.totp_secret);
    if (step === undefined || step <= user.lastStep)
      throw loginFailure('otp_invalid', 'The code is wrong');
    user.lastStep = step; // Each code works once.
  }
  const token = randomBytes(32).toString('base64url');
  sessions.set(sha256(token), { user, expires: Date.now() + 3_600_000 });
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: 3600,
    me_id: user.id,
    mfa_enabled: user.totp_secret !== undefined,
    nickname: user.nickname,
  };
}

async function generateKey(request: IncomingMessage) {
  const owner = authenticate(request);
  const { description = '' } = await readFields(request);
  const id = randomUUID();
  const key = randomBytes(32).toString('base64url');
  keys.set(id, { owner, hash: sha256(key) });
  return { id, api_key: key, description, note: 'Store the key now. It is not shown again.' };
}

function revokeKey(request: IncomingMessage, id: string) {
  const user = authenticate(request);
  const key = keys.get(id);
  // Another user's key returns the same 404 as a missing one.
  if (key?.owner !== user) throw new Failure(404, 'key_not_found', 'You have no key with this id');
  key.revokedAt ??= new Date().toISOString();
  return { message: 'API key revoked', id, revoked_at: key.revokedAt };
}

function authenticate({ headers }: IncomingMessage): User {
  const challenge = 'Bearer realm="account"';
  const [, token] = /^Bearer ([^ ]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw new Failure(401, 'token_missing', 'Log in first', { 'WWW-Authenticate': challenge });
  const session = sessions.get(sha256(token));
  if (session === undefined || session.expires < Date.now())
    throw new Failure(401, 'token_invalid', 'Log in again', {
      'WWW-Authenticate': `${challenge}, error="invalid_token"`,
    });
  return session.user;
}

function loginFailure(reason: string, message: string): Failure {
  return new Failure(401, reason, message, { 'WWW-Authenticate': 'Login realm="account"' });
}

/** The fields of the body, all of which must be strings. */
async function readFields(request: IncomingMessage): Promise<Record<string, string | undefined>> {
  const text = await readBody(request);
  if (text.length === 0) return {};
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Failure(415, 'unsupported_media_type', 'The content type must be application/json');
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    throw new Failure(400, 'malformed_request', 'The body is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Failure(400, 'validation_failed', 'The body must be an object');
  if (Object.values(body).some((value) => typeof value !== 'string'))
    throw new Failure(400, 'validation_failed', 'Every field must be a string');
  return { ...body };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= 16_384) chunks.push(chunk);
  }
  if (length > 16_384) throw new Failure(413, 'body_too_large', 'The body is too large');
  return Buffer.concat(chunks);
}

function toUser({ password, ...account }: Account): User {
  const salt = randomBytes(16);
  return { ...account, salt, passwordHash: hashPassword(password, salt), lastStep: -1 };
}

function hashPassword(password: string, salt: Buffer): Buffer {
  return scryptSync(password, salt, 32, { N: 1024 }); // Cheap, because this is an example. Use N: 2 ** 17.
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const operations = [
  { path: /^\/v1\/auth\/login$/, method: 'POST', run: login },
  { path: /^\/v1\/security\/apikey\/generate$/, method: 'POST', run: generateKey },
  { path: /^\/v1\/security\/apikey\/([^/]+)$/, method: 'DELETE', run: revokeKey },
];

function route(request: IncomingMessage): object {
  // The target is a path, or a URL when the request came through a proxy.
  const [, target = ''] = /^(?:https?:\/\/[^/]+)?([^?]*)/.exec(request.url ?? '') ?? [];
  const operation = operations.find(({ path }) => path.test(target));
  if (operation === undefined) throw new Failure(404, 'not_found', 'There is no such path');
  const { path, method, run } = operation;
  if (request.method !== method)
    throw new Failure(405, 'method_not_allowed', `Use ${method}`, { Allow: method });
  return run(request, path.exec(target)?.[1] ?? '');
}

const server = createServer(async (request, response) => {
  const send = (
    code: number,
    status: object,
    data: object | undefined,
    headers: OutgoingHttpHeaders,
  ) => {
    response.writeHead(code, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    });
    const trace_id = randomBytes(16).toString('hex');
    response.end(JSON.stringify({ status: { code, ...status, trace_id }, data }));
  };
  try {
    send(200, { message: 'OK' }, await route(request), {});
  } catch (error) {
    if (request.destroyed && !request.complete) return; // The client closed the connection.
    if (!(error instanceof Failure)) console.error(error);
    const { code, reason, message, headers } =
      error instanceof Failure ? error : new Failure(500, 'internal_error', 'Internal error');
    send(code, { message, reason }, undefined, headers);
  }
});

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
