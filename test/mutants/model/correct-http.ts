import { randomBytes } from 'node:crypto';
import { failures } from '../../../generated/contract.ts';
import type { Account } from './accounts.ts';
import type { Behaviour, Route, World } from './behaviour.ts';
import type { ModelRequest } from './model-request.ts';
import { invalid, isRefusal, type Outcome, type Refusal, refuse } from './outcome.ts';
import { readStrictJson } from './strict-json.ts';

type Http =
  | 'proxy'
  | 'server'
  | 'longestTarget'
  | 'longestBody'
  | 'requestsPerMinute'
  | 'unparsed'
  | 'write'
  | 'respond'
  | 'isWellFramed'
  | 'route'
  | 'authenticate'
  | 'bearerOf'
  | 'countRequest'
  | 'rateLimitHeaders'
  | 'readBody'
  | 'checkMedia'
  | 'readJson'
  | 'decodeId'
  | 'idempotencyKeyOf'
  | 'traceId'
  | 'reply'
  | 'envelope'
  | 'headers';

export const correctHttp: Pick<Behaviour, Http> = {
  proxy: undefined,
  server: {
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 500,
    // Longer than a request waits on a busy machine.
    keepAliveTimeout: 300_000,
    // Node's own response has no body.
    requireHostHeader: false,
  },
  longestTarget: 2_048,
  longestBody: 16_384,
  requestsPerMinute: 1_000_000,
  unparsed: (code) => {
    if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
    return 'malformed_request';
  },
  write: (_world, response, { status, headers, body }) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  },

  respond: async (world, request) => {
    const { behaviour } = world;
    if (!behaviour.isWellFramed(request)) return refuse('malformed_request', close);
    const route = behaviour.route(world, request);
    if (isRefusal(route)) return route;
    if (request.target.length > behaviour.longestTarget) return refuse('uri_too_long', close);
    const owner = route.operation === 'login' ? undefined : behaviour.authenticate(world, request);
    if (owner === undefined) return perform(world, request, route, owner);
    if (isRefusal(owner)) return owner;
    const quota = behaviour.countRequest(world, owner, route.operation);
    const outcome =
      quota.remaining < 0
        ? refuse('rate_limited', { 'Retry-After': String(quota.reset) })
        : await perform(world, request, route, owner);
    return { ...outcome, headers: { ...behaviour.rateLimitHeaders(quota), ...outcome.headers } };
  },
  countRequest: (world, owner, operation) => {
    const { requestsPerMinute: limit } = world.behaviour;
    const name = `${operation} ${owner.identity}`;
    const known = world.windows.get(name);
    const window =
      known !== undefined && known.until > world.now() ? known : { until: world.now() + 60_000, count: 0 };
    window.count += 1;
    world.windows.set(name, window);
    return { limit, remaining: limit - window.count, reset: Math.ceil((window.until - world.now()) / 1000) };
  },
  rateLimitHeaders: ({ limit, remaining, reset }) => ({
    'RateLimit-Policy': `"user";q=${limit};w=60`,
    RateLimit: `"user";r=${Math.max(0, remaining)};t=${reset}`,
  }),
  readBody: (world, request, { operation }) => {
    const { behaviour } = world;
    const media = behaviour.checkMedia(world, request);
    if (media !== undefined) return media;
    if (request.body.length > 0) return behaviour.readJson(request.body);
    return operation === 'generate' ? { value: {} } : refuse('malformed_request');
  },
  isWellFramed: (request) => {
    const coding = request.header('transfer-encoding')?.toLowerCase() ?? 'chunked';
    return coding === 'chunked' && request.headerAll('host').length === 1;
  },
  route: (_world, { method, path }) => {
    const plain = withoutNeedlessCodes(path);
    if (plain === '/v1/auth/login') return only(method, 'POST', { operation: 'login', id: '' });
    if (plain === '/v1/security/apikey/generate') {
      return only(method, 'POST', { operation: 'generate', id: '' });
    }
    const id = path.split('/').at(-1) ?? '';
    if (!/^\/v1\/security\/apikey\/[^/]+$/.test(plain)) return refuse('not_found');
    if (!isEncodedText(id)) return refuse('malformed_request');
    return only(method, 'DELETE', { operation: 'revoke', id });
  },
  authenticate: (world, request) => {
    const bearer = world.behaviour.bearerOf(world, request);
    if (isRefusal(bearer)) return bearer;
    const session = world.behaviour.findSession(world, bearer.token);
    if (session === undefined || session.owner.disabled) return refuse('token_invalid');
    return session.owner;
  },
  bearerOf: (_world, request) => {
    const given = request.headerAll('authorization');
    if (given.length > 1) return refuse('malformed_request');
    const token = /^bearer ([^\s]+)$/i.exec(given[0] ?? '')?.[1];
    if (token !== undefined) return { token };
    return refuse(/^bearer\b/i.test(given[0] ?? '') ? 'token_invalid' : 'token_missing');
  },
  checkMedia: (_world, request) => {
    const coding = request.header('content-encoding');
    const accept = { 'Accept-Post': 'application/json' };
    if (coding !== undefined && coding.toLowerCase() !== 'identity') {
      return refuse('unsupported_media_type', accept);
    }
    if (request.body.length === 0 && request.header('content-type') === undefined) return undefined;
    const [type = '', ...parameters] = (request.header('content-type') ?? '').toLowerCase().split(';');
    const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
    const utf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset.trim());
    return type.trim() === 'application/json' && utf8 ? undefined : refuse('unsupported_media_type', accept);
  },
  readJson: readStrictJson,
  idempotencyKeyOf: (request) => {
    const given = request.headerAll('idempotency-key');
    if (given.length > 1) return refuse('malformed_request');
    if (given[0] === undefined || /^[ -~]{1,255}$/.test(given[0])) return given[0];
    return invalid('/header/Idempotency-Key', 'pattern', 'must be 1 to 255 printable ASCII characters');
  },
  decodeId: (segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      // No id contains bytes that are not UTF-8.
      return '';
    }
  },

  traceId: () => randomBytes(16).toString('hex'),
  reply: (world, outcome, request, latencyMs) => ({
    status: statusOf(outcome),
    headers: world.behaviour.headers(world, outcome, request),
    body: JSON.stringify(world.behaviour.envelope(world, outcome, request, latencyMs)),
  }),
  envelope: (world, outcome, request, latencyMs) => {
    const trace_id = world.behaviour.traceId(world, request);
    if (!isRefusal(outcome)) {
      return {
        status: { code: 200, message: 'OK', trace_id },
        data: outcome.data,
        usage: { latency_ms: Math.round(latencyMs) },
      };
    }
    const { code, message } = failures[outcome.reason];
    return {
      status: { code, message, reason: outcome.reason, trace_id },
      ...(outcome.errors && { data: { errors: outcome.errors } }),
    };
  },
  headers: (world, outcome) => ({
    Date: new Date(world.now()).toUTCString(),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(isRefusal(outcome) && challengeOf(outcome)),
    ...outcome.headers,
  }),
};

export const close = { Connection: 'close' };

export function statusOf(outcome: Outcome): number {
  return isRefusal(outcome) ? failures[outcome.reason].code : 200;
}

/** The steps after the rate limit. */
async function perform(
  world: World,
  request: ModelRequest,
  route: Route,
  owner: Account | undefined,
): Promise<Outcome> {
  const { behaviour } = world;
  if (request.body.length > behaviour.longestBody) return refuse('body_too_large', close);
  if (route.operation === 'revoke') {
    if (owner === undefined) return refuse('token_missing');
    return behaviour.revoke(world, owner, behaviour.decodeId(route.id));
  }
  const read = behaviour.readBody(world, request, route);
  if (isRefusal(read)) return read;
  if (owner === undefined) {
    const body = behaviour.checkLogin(read.value);
    return isRefusal(body) ? body : behaviour.login(world, body);
  }
  const body = behaviour.checkGenerate(read.value);
  if (isRefusal(body)) return body;
  const idempotencyKey = behaviour.idempotencyKeyOf(request);
  if (typeof idempotencyKey === 'object') return idempotencyKey;
  return behaviour.generate(world, owner, body.description, idempotencyKey);
}

/** Decodes unreserved characters, which mean the same when encoded. */
function withoutNeedlessCodes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code;
  });
}

function isEncodedText(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

function only(method: string, allowed: string, route: ReturnType<Behaviour['route']>) {
  return method === allowed ? route : refuse('method_not_allowed', { Allow: allowed });
}

function challengeOf({ reason }: Refusal): Record<string, string> {
  if (reason === 'token_missing') return { 'WWW-Authenticate': 'Bearer realm="account"' };
  if (reason === 'token_invalid') {
    return { 'WWW-Authenticate': 'Bearer realm="account", error="invalid_token"' };
  }
  return failures[reason].code === 401 ? { 'WWW-Authenticate': 'Login realm="account"' } : {};
}
