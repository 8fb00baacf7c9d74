import { randomUUID } from 'node:crypto';
import { announced } from '../../support/server/deprecated-contract.ts';
import { type Behaviour, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Freedoms, type Variant, variantsOf } from '../mutant.ts';
import { comparePasswords, counter, withHeaders } from '../overrides.ts';

const ignoringUnknownFields: Partial<Behaviour> = {
  checkLogin: (value) => correct.checkLogin(only(value, ['identity', 'password', 'otp'])),
  checkGenerate: (value) => correct.checkGenerate(only(value, ['description'])),
};

const readWithJsonParse: Partial<Behaviour> = {
  readJson: (bytes) => {
    try {
      return { value: JSON.parse(bytes.toString()) };
    } catch {
      return refuse('malformed_request');
    }
  },
};

/** Changes each field of a body before it is checked. */
function reading(read: (value: unknown) => unknown): Partial<Behaviour> {
  const change = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).map(([name, field]) => [name, read(field)]);
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  };
  return {
    checkLogin: (value) => correct.checkLogin(change(value)),
    checkGenerate: (value) => correct.checkGenerate(change(value)),
  };
}

const anyIdentity: Partial<Behaviour> = {
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const { identity, password = 'x', otp = 'x' } = Object(value);
    return [identity, password, otp].every((one) => typeof one === 'string' && one !== '')
      ? Object(value)
      : checked;
  },
};

function only(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

export const bodyFreedoms: Freedoms = {
  'unknown fields ignored': ignoringUnknownFields,
  'JSON read as JSON.parse reads it': readWithJsonParse,
  'passwords hashed with PBKDF2 or scrypt': {
    ...readWithJsonParse,
    ...comparePasswords((real, given) => real === given.replace(/\0+$/, '')),
  },
  'null read as an absent field': reading((value) => value ?? undefined),
  'a number read as the string of its digits': reading((value) =>
    typeof value === 'number' ? String(value) : value,
  ),
  'identities without the spaces around them': {
    identityKey: (identity) => correct.identityKey(identity.trim()),
    ...anyIdentity,
  },
  'descriptions of at most 60 characters, in one line': {
    checkGenerate: (value) =>
      /^[^\n]{0,60}$/.test(String(Object(value).description ?? ''))
        ? correct.checkGenerate(value)
        : refuse('validation_failed'),
  },
  'a password always required': {
    checkLogin: (value) => {
      const body = correct.checkLogin(value);
      return 'reason' in body || body.password !== undefined ? body : refuse('validation_failed');
    },
  },
};

/** Reverses the headers of some responses, as a hash table may. */
function inChangingOrder() {
  let count = 0;
  return withHeaders((headers) => {
    count += 1;
    return [1, 2].includes(count % 4) ? Object.fromEntries(Object.entries(headers).reverse()) : headers;
  });
}

export const wireFreedoms: Freedoms = {
  'trace ids that are numbers': { traceId: counter() },
  'a content type without charset': withHeaders((headers) => ({
    ...headers,
    'Content-Type': 'application/json',
  })),
  'headers and cookies of a gateway': withHeaders((headers) => ({
    ...headers,
    Server: 'gateway/2.1',
    'X-Request-Id': randomUUID(),
    'Set-Cookie': [`affinity=${randomUUID()}`, 'seen=1; HttpOnly'],
    Vary: 'Accept-Encoding',
  })),
  'CORS for every origin': withHeaders((headers) => ({
    ...headers,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'RateLimit, Retry-After',
    Vary: 'Origin',
  })),
  'one request per connection': withHeaders((headers) => ({ ...headers, Connection: 'close' })),
  'chunked responses': {
    write: (_state, response, { status, headers, body }) => {
      response.writeHead(status, { ...headers } as Record<string, string>);
      response.write(String(body).slice(0, 20));
      response.end(String(body).slice(20));
    },
  },
  'JSON with white space and escapes': {
    reply: (state, outcome, request, latencyMs) => {
      const reply = correct.reply(state, outcome, request, latencyMs);
      const text = JSON.stringify(JSON.parse(String(reply.body)), null, 2);
      const escaped = text.replaceAll(
        /[^\n -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      return { ...reply, body: `${escaped}\n` };
    },
  },
};

export const wireVariants: readonly Variant[] = [
  ...variantsOf(
    { 'headers in an order that changes': inChangingOrder() },
    { options: { only: ['login/same-response-for-unknown-identity'] } },
  ),
  ...variantsOf(
    {
      'its own deprecation, announced as the standards require': withHeaders((headers) => ({
        ...headers,
        Deprecation: `${announced.deprecation};note="moving"`,
        Sunset: announced.sunset,
        Link: [
          '<../docs/>; rel=deprecation',
          '<../../v2/>; title="a, b; rel=c"; rel="successor-version help"',
        ],
      })),
    },
    { options: { only: ['deprecation', 'login', 'revocation'] } },
  ),
];
