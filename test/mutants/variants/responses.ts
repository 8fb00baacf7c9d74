import { randomUUID } from 'node:crypto';
import { announced } from '../../support/server/deprecated-contract.ts';
import { timedCheck } from '../../support/timed-check.ts';
import { isActive, reading, withKey } from '../credentials.ts';
import { isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Server, Variants } from '../mutant.ts';
import { rejectingKeysOfOthers } from '../mutants/revocation.ts';
import {
  envelope,
  failed,
  headers,
  status,
  text,
  withFailureCodes,
  withKeyData,
  withLoginData,
  withReply,
  withRevocationData,
} from '../overrides.ts';

export const withHttp200 = withReply({ status: 200 }, failed);

export const ownCodes = status(({ code }) => ({ code: Number(code) * 100 + 10 }), failed);

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

let responses = 0;
let traces = 1_000;

/** Legal readings of what a response contains, and of how it and its request are written. */
export const responseVariants: Variants = {
  'every failure with HTTP 200, stated in the profile': {
    ...withHttp200,
    run: { options: { profile: { failures: 'envelope' } } },
  },
  // The contract leaves messages and further reasons to the server, so this follows all our decisions.
  'messages in another language, and a reason of its own for another authorization scheme': {
    ...status(
      (_status, outcome, request) => ({
        message: 'Das ging schief: ¡ñ!',
        ...(isRefusal(outcome) &&
          outcome.reason === 'token_missing' &&
          request?.header('authorization') !== undefined && { reason: 'scheme_not_supported' }),
      }),
      failed,
    ),
    ...headers({ 'Cache-Control': 'private, no-store, max-age=0' }),
    run: { options: { strict: true, skip: [timedCheck] } },
  },
  'a reference for the support in each failure': status(
    () => ({ reference: randomUUID(), ticket: randomUUID().replaceAll('-', '') }),
    failed,
  ),
  'failures with codes of its own, such as 40110 with HTTP 401': ownCodes,
  'every failure with HTTP 200': withHttp200,
  'every failure with HTTP 200, the code 1 or -1, and no message': {
    ...status(
      ({ code }) => ({ code: code === 401 ? 1 : -1, message: '', reason: undefined }),
      failed,
    ),
    ...withHttp200,
    // Servers of their own, because nobody can see in these failures that a token has ended.
    run: {},
  },
  "422 for an invalid request, 400 for a rejected login, 403 for an unknown token and another user's key, 409 for a second revocation":
    {
      ...rejectingKeysOfOthers,
      findKey: (state, owner, id) => {
        const key = correct.findKey(state, owner, id);
        return key && isActive(key) ? key : undefined;
      },
      ...withFailureCodes({
        400: 422,
        invalid_credentials: 400,
        otp_invalid: 400,
        token_invalid: 403,
        key_not_found: 409,
      }),
      run: {},
    },
  'reasons of its own for every failure, no usage, and an output': envelope(
    ({ status: before }) => {
      const { reason } = Object(before);
      const status = { ...Object(before), reason: reason && `acme_${reason}` };
      return { status, usage: undefined, output: { text: '' } };
    },
  ),
  'more fields everywhere, an empty output and an empty usage': {
    ...envelope(({ status: before }) => ({
      version: 3,
      status: { ...Object(before), details: [] },
      output: {},
      usage: {},
    })),
    ...withLoginData({ roles: ['user'], refresh_after: 60 }),
    ...withKeyData({ scopes: ['root'], owner: { id: 'usr_1' } }),
    ...withRevocationData({ count: 1 }),
  },
  'only the fields without which nothing works': {
    loginResult: (_state, { token }) => ({ access_token: token }),
    generateResult: (_state, { id, secret }) => ({ api_key: secret, id }),
    revokeResult: () => ({}),
  },
  'empty texts, and the id under an unusual name, next to the ids of other things': {
    ...withLoginData({ nickname: '' }),
    ...withKeyData(({ id }) => ({
      note: '',
      id: undefined,
      uid: 'usr_1',
      credential: { label: 'one', locator: id },
    })),
    ...withRevocationData({ message: '' }),
  },
  'values in other formats': {
    newToken: () => randomUUID(),
    traceId: () => randomUUID(),
    ...withLoginData(({ me_id }) => ({
      me_id:
        String(10_000 + String(me_id).charCodeAt(5)) + Buffer.from(String(me_id)).readUInt32BE(8),
    })),
    ...withKey(() => ({ id: randomUUID() })),
    ...withKeyData({ key_prefix: undefined, created_at: 5 }),
    ...withRevocationData(({ revoked_at }) => ({
      revoked_at: String(revoked_at).replace(/\.\d+/, ''),
    })),
  },

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
  'trace ids that are numbers': { traceId: () => String(++traces) },
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
    // Reverses the headers of some responses, as a hash table may.
    headers: (...response) => {
      responses += 1;
      const all = Object.entries(correct.headers(...response));
      return Object.fromEntries([1, 2].includes(responses % 4) ? all.reverse() : all);
    },
    run: { options: { only: ['login/same-response-for-unknown-identity'] } },
  },
  'its own deprecation, announced as the standards require': {
    ...headers({
      Deprecation: `${announced.deprecation};note="moving"`,
      Sunset: announced.sunset,
      Link: [
        '<../docs/>; rel=deprecation',
        '<../../v2/>; title="a, b; rel=c"; rel="successor-version help"',
      ],
    }),
    run: { options: { only: ['deprecation', 'login', 'revocation'] } },
  },
};
