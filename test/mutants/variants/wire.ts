import { randomUUID } from 'node:crypto';
import { announced } from '../../support/server/deprecated-contract.ts';
import { reading } from '../credentials.ts';
import { isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Server, Variants } from '../mutant.ts';
import { headers, text } from '../overrides.ts';

const readingFields = (read: (field: unknown) => unknown) =>
  reading((body) => {
    const fields = Object.entries(body).map(([name, field]) => [name, read(field)]);
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  });

const anyIdentity: Server = {
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const { identity, password = 'x', otp = 'x' } = Object(value);
    return [identity, password, otp].every((one) => typeof one === 'string' && one !== '')
      ? Object(value)
      : checked;
  },
};

/** Reverses the headers of some responses, as a hash table may. */
function inChangingOrder(): Server {
  let count = 0;
  return {
    headers: (...response) => {
      count += 1;
      const all = Object.entries(correct.headers(...response));
      return Object.fromEntries([1, 2].includes(count % 4) ? all.reverse() : all);
    },
  };
}

function countedTraceIds(): Server {
  let count = 1_000;
  return {
    traceId: () => {
      count += 1;
      return String(count);
    },
  };
}

export const wireVariants: Variants = {
  'null read as an absent field': readingFields((field) => field ?? undefined),
  'a number read as the string of its digits': readingFields((field) =>
    typeof field === 'number' ? String(field) : field,
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
  'trace ids that are numbers': countedTraceIds(),
  'headers and cookies of a gateway': headers(() => ({
    Server: 'gateway/2.1',
    'X-Request-Id': randomUUID(),
    'Set-Cookie': [`affinity=${randomUUID()}`, 'seen=1; HttpOnly'],
    Vary: 'Accept-Encoding',
  })),
  'one request per connection': headers({ Connection: 'close' }),
  'chunked responses': {
    write: (_state, response, { status, headers, body }) => {
      response.writeHead(status, { ...headers } as Record<string, string>);
      response.write(String(body).slice(0, 20));
      response.end(String(body).slice(20));
    },
  },
  'JSON with white space and escapes': text((body) => {
    const spaced = JSON.stringify(JSON.parse(body), null, 2);
    const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `${spaced.replaceAll(/[^\n -~]/g, code)}\n`;
  }),

  'headers in an order that changes': {
    ...inChangingOrder(),
    run: { options: { only: ['login/same-response-for-unknown-identity'] } },
  },
  'its own deprecation, announced as the standards require': {
    ...headers({
      Deprecation: `${announced.deprecation};note="moving"`,
      Sunset: announced.sunset,
      Link: ['<../docs/>; rel=deprecation', '<../../v2/>; title="a, b; rel=c"; rel="successor-version help"'],
    }),
    run: { options: { only: ['deprecation', 'login', 'revocation'] } },
  },
};
