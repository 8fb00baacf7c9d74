import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Behaviour, isRefusal, type ModelRequest, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants, type Titled } from '../mutant.ts';
import { envelope, withBarrier, withKeyData, withLoginData, withRevocationData } from '../overrides.ts';

type Condition = (request: ModelRequest) => boolean;

/** Ways to lose a response. */
const losses = {
  'resets the connection': ({ socket }) => socket?.resetAndDestroy(),
  'closes the connection': ({ socket }) => socket?.destroy(),
  'sends no response': () => {},
  'sends text that is not HTTP': ({ socket }) => socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'closes the connection in the body': (response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('{"status":', () => response.socket?.destroy());
  },
} satisfies Readonly<Record<string, (response: ServerResponse) => void>>;

const operations = {
  'every login': ({ path }) => path.endsWith('/login'),
  'every request to generate a key': ({ path }) => path.endsWith('/generate'),
  'every request to revoke a key': ({ method }) => method === 'DELETE',
} satisfies Readonly<Record<string, Condition>>;

const everyTenth = (): Condition => {
  let count = 0;
  return () => {
    count += 1;
    return count % 10 === 0;
  };
};

function losing(lose: (response: ServerResponse) => void, isLost: Condition): Partial<Behaviour> {
  return {
    write: (state, response, reply, request) =>
      isLost(request) ? lose(response) : correct.write(state, response, reply, request),
  };
}

/** Does this instead of what a request is for. */
function insteadOf(isAffected: Condition, respond: Behaviour['respond']): Partial<Behaviour> {
  return {
    respond: async (state, request) =>
      isAffected(request) ? respond(state, request) : correct.respond(state, request),
  };
}

const lost: Titled = {
  ...Object.fromEntries(
    Object.entries(losses).map(([name, lose]) => [
      `responses/every-request-has-one: ${name} after every tenth request`,
      losing(lose, everyTenth()),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({ 'every request': () => true, ...operations }).map(([name, isLost]) => [
      `responses/every-request-has-one: resets the connection after ${name}`,
      losing(losses['resets the connection'], isLost),
    ]),
  ),
};

const serverError = (
  reason: 'internal_error' | 'unavailable',
  operation: keyof typeof operations,
): Titled => ({
  [`responses/no-server-error: returns ${reason} to ${operation}`]: insteadOf(
    operations[operation],
    async () => refuse(reason),
  ),
});

export const responseMutants: readonly Mutant[] = [
  // A request that has a response has it long before, and a mutant is killed if it has not.
  ...mutants(lost, { mayEndRun: true, options: { timeoutMs: 500 } }),
  ...mutants(serverError('internal_error', 'every login'), { mayEndRun: true }),
  ...mutants({
    ...serverError('internal_error', 'every request to generate a key'),
    ...serverError('unavailable', 'every request to revoke a key'),
  }),
  ...mutants(
    {
      'responses/every-request-has-one: resets the connection of the second of two parallel requests':
        withBarrier((waitForOther) => {
          const underWay = new Set<ModelRequest>();
          const second = new Set<ModelRequest>();
          return {
            respond: async (state, request) => {
              if (request.method !== 'DELETE') return correct.respond(state, request);
              if (underWay.size > 0) second.add(request);
              underWay.add(request);
              await waitForOther();
              underWay.delete(request);
              return correct.respond(state, request);
            },
            ...losing(
              ({ socket }) => socket?.resetAndDestroy(),
              (request) => second.has(request),
            ),
          };
        }),
    },
    { options: { only: ['responses/every-request-has-one', 'revocation/concurrent-requests-agree'] } },
  ),
  ...mutants(
    {
      'responses/every-request-has-one: takes longer than --max-response-time': insteadOf(
        ({ method }) => method === 'DELETE',
        async (state, request) => {
          await pause(150);
          return correct.respond(state, request);
        },
      ),
    },
    {
      options: { only: ['responses/every-request-has-one', 'revocation/revokes-a-key'], maxResponseMs: 100 },
    },
  ),
];

/** Sends a success without `data` when it has this field. */
function withoutData(field: string): Partial<Behaviour> {
  return envelope((whole, outcome) => {
    if (isRefusal(outcome) || !(field in outcome.data)) return whole;
    const { data: _, ...rest } = whole;
    return rest;
  });
}

export const resultMutants: readonly Mutant[] = [
  ...mutants({
    'login/success-has-data: logs in without data': withoutData('me_id'),
    'keys/success-has-data: generates a key without data': withoutData('api_key'),
    'revocation/success-has-data: revokes a key without data': withoutData('revoked_at'),
    'login/access-token-is-a-string: returns the token as an object': withLoginData((data) => ({
      ...data,
      access_token: { value: data.access_token },
    })),
    'login/me-id-is-a-string: returns me_id as a number': withLoginData((data) => ({ ...data, me_id: 7 })),
    'login/mfa-enabled-is-a-boolean: returns mfa_enabled as a string': withLoginData((data) => ({
      ...data,
      mfa_enabled: 'false',
    })),
    'login/mfa-enabled-is-a-boolean: returns mfa_enabled as a number with a one-time code only':
      withLoginData((data) => ({
        ...data,
        mfa_enabled: data.mfa_enabled === true ? 1 : false,
      })),
    'login/nickname-is-a-string: returns nickname as null': withLoginData((data) => ({
      ...data,
      nickname: null,
    })),
    'keys/api-key-is-a-string: returns the key as null': withKeyData((data) => ({ ...data, api_key: null })),
    'keys/note-is-a-string: returns the note as null': withKeyData((data) => ({ ...data, note: null })),
    'revocation/message-is-a-string: returns the message as null': withRevocationData((data) => ({
      ...data,
      message: null,
    })),
  }),
];
