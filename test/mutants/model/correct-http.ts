import { randomBytes } from 'node:crypto';
import { failures } from '../../../generated/contract.ts';
import { commonHeaders } from '../../../server/http/envelope.ts';
import { normaliseTarget } from '../../../server/http/framing.ts';
import { Problem, type Reason } from '../../../server/http/problem.ts';
import { parseStrictJson } from '../../../server/http/read-request.ts';
import type { Account } from './accounts.ts';
import {
  type Behaviour,
  invalid,
  isRefusal,
  type ModelRequest,
  type Outcome,
  type Route,
  refuse,
  type State,
} from './behaviour.ts';

const routes = [
  { operation: 'login', method: 'POST', pattern: /^\/v1\/auth\/login$/ },
  { operation: 'generate', method: 'POST', pattern: /^\/v1\/security\/apikey\/generate$/ },
  { operation: 'revoke', method: 'DELETE', pattern: /^\/v1\/security\/apikey\/[^/]+$/ },
] as const;

// Made once, because an error costs time. Its keys are the reasons of the contract.
const problems = Object.fromEntries(
  Object.keys(failures).map((reason) => [reason, new Problem(reason as Reason)]),
) as Record<Reason, Problem>;

export const correctHttp = {
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
    return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request';
  },
  write: (_state, response, { status, headers, body }) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  },

  respond: async (state, request) => {
    const { behaviour } = state;
    if (!behaviour.isWellFramed(request)) return refuse('malformed_request', close);
    const route = behaviour.route(state, request);
    if (isRefusal(route)) return route;
    if (request.target.length > behaviour.longestTarget) return refuse('uri_too_long');
    const owner = route.operation === 'login' ? undefined : behaviour.authenticate(state, request);
    if (owner === undefined) return perform(state, request, route, owner);
    if (isRefusal(owner)) return owner;
    const quota = behaviour.countRequest(state, owner, route.operation);
    const outcome =
      quota.remaining < 0
        ? refuse('rate_limited', { 'Retry-After': String(quota.reset) })
        : await perform(state, request, route, owner);
    return { ...outcome, headers: { ...behaviour.rateLimitHeaders(quota), ...outcome.headers } };
  },
  countRequest: (state, owner, operation) => {
    const { requestsPerMinute: limit } = state.behaviour;
    const name = `${operation} ${owner.identity}`;
    const known = state.windows.get(name);
    const window =
      known !== undefined && known.until > state.now()
        ? known
        : { until: state.now() + 60_000, count: 0 };
    window.count += 1;
    state.windows.set(name, window);
    return {
      limit,
      remaining: limit - window.count,
      reset: Math.ceil((window.until - state.now()) / 1000),
    };
  },
  rateLimitHeaders: ({ limit, remaining, reset }) => ({
    'RateLimit-Policy': `"user";q=${limit};w=60`,
    RateLimit: `"user";r=${Math.max(0, remaining)};t=${reset}`,
  }),
  readBody: (state, request, { operation }) => {
    const { behaviour } = state;
    const media = behaviour.checkMedia(state, request);
    if (media !== undefined) return media;
    if (request.body.length > 0) return behaviour.readJson(request.body);
    return operation === 'generate' ? { value: {} } : refuse('malformed_request');
  },
  isWellFramed: (request) => {
    const coding = request.header('transfer-encoding')?.toLowerCase() ?? 'chunked';
    return coding === 'chunked' && request.headerAll('host').length === 1;
  },
  route: (_state, { method, path }) => {
    const plain = normaliseTarget(path);
    if (plain === undefined) return refuse('malformed_request');
    const found = routes.find(({ pattern }) => pattern.test(plain));
    if (found === undefined) return refuse('not_found');
    const { operation } = found;
    if (method !== found.method) return refuse('method_not_allowed', { Allow: found.method });
    return { operation, id: path.split('/').at(-1) ?? '' };
  },
  authenticate: (state, request) => {
    const bearer = state.behaviour.bearerOf(state, request);
    if (isRefusal(bearer)) return bearer;
    const session = state.behaviour.findSession(state, bearer.token);
    return session === undefined || session.owner.disabled
      ? refuse('token_invalid')
      : session.owner;
  },
  bearerOf: (_state, request) => {
    const given = request.headerAll('authorization');
    if (given.length > 1) return refuse('malformed_request');
    const token = /^bearer ([^\s]+)$/i.exec(given[0] ?? '')?.[1];
    if (token !== undefined) return { token };
    return refuse(/^bearer\b/i.test(given[0] ?? '') ? 'token_invalid' : 'token_missing');
  },
  checkMedia: (_state, request) => {
    const coding = request.header('content-encoding');
    if (coding !== undefined && coding.toLowerCase() !== 'identity')
      return refuse('unsupported_media_type');
    if (request.body.length === 0 && request.header('content-type') === undefined) return undefined;
    const [type = '', ...parameters] = (request.header('content-type') ?? '')
      .toLowerCase()
      .split(';');
    const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
    const utf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset.trim());
    return type.trim() === 'application/json' && utf8
      ? undefined
      : refuse('unsupported_media_type');
  },
  readJson: (bytes) => {
    try {
      return { value: parseStrictJson(bytes) };
    } catch {
      return refuse('malformed_request');
    }
  },
  idempotencyKeyOf: (request) => {
    const given = request.headerAll('idempotency-key');
    if (given.length > 1) return refuse('malformed_request');
    if (given[0] === undefined || /^[ -~]{1,255}$/.test(given[0])) return given[0];
    return invalid(
      '/header/Idempotency-Key',
      'pattern',
      'must be 1 to 255 printable ASCII characters',
    );
  },
  decodeId: decodeURIComponent,

  traceId: () => randomBytes(16).toString('hex'),
  reply: (state, outcome, request, latencyMs) => ({
    status: isRefusal(outcome) ? problems[outcome.reason].code : 200,
    headers: state.behaviour.headers(state, outcome, request),
    body: JSON.stringify(state.behaviour.envelope(state, outcome, request, latencyMs)),
  }),
  envelope: (state, outcome, request, latencyMs) => {
    const trace_id = state.behaviour.traceId(state, request);
    if (!isRefusal(outcome)) {
      const usage = { latency_ms: Math.round(latencyMs) };
      return { status: { code: 200, message: 'OK', trace_id }, data: outcome.data, usage };
    }
    const { reason, errors } = outcome;
    const { code, message } = problems[reason];
    return { status: { code, message, reason, trace_id }, ...(errors && { data: { errors } }) };
  },
  headers: (state, outcome) => ({
    Date: new Date(state.now()).toUTCString(),
    'Content-Type': 'application/json; charset=utf-8',
    ...commonHeaders,
    ...(isRefusal(outcome) && problems[outcome.reason].headers),
    ...outcome.headers,
  }),
} satisfies Partial<Behaviour>;

export const close = { Connection: 'close' };

/** The steps after the rate limit. */
async function perform(
  state: State,
  request: ModelRequest,
  route: Route,
  owner: Account | undefined,
): Promise<Outcome> {
  const { behaviour } = state;
  if (request.body.length > behaviour.longestBody) return refuse('body_too_large');
  if (route.operation === 'revoke') {
    if (owner === undefined) return refuse('token_missing');
    return behaviour.revoke(state, owner, behaviour.decodeId(route.id));
  }
  const read = behaviour.readBody(state, request, route);
  if (isRefusal(read)) return read;
  if (owner === undefined) {
    const body = behaviour.checkLogin(read.value);
    return isRefusal(body) ? body : behaviour.login(state, body);
  }
  const body = behaviour.checkGenerate(read.value);
  if (isRefusal(body)) return body;
  const idempotencyKey = behaviour.idempotencyKeyOf(request);
  if (typeof idempotencyKey === 'object') return idempotencyKey;
  return behaviour.generate(state, owner, body.description, idempotencyKey);
}
