import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour, ModelRequest } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants, Server } from '../mutant.ts';
import {
  envelope,
  failedWith,
  insteadOf,
  rejecting,
  returned,
  status,
  withBarrier,
  withKeyData,
  withLoginData,
  withReply,
  withRevocationData,
} from '../overrides.ts';

type Condition = (request: ModelRequest) => boolean;
type Lose = (response: ServerResponse) => void;

const everyTenth = (): Condition => {
  let count = 0;
  return () => ++count % 10 === 0;
};
const isLogin: Condition = ({ path }) => path.endsWith('/login');
const isRevocation: Condition = ({ method }) => method === 'DELETE';

const losing = (lose: Lose, isLost: Condition): Partial<Behaviour> => ({
  write: (state, response, reply, request) =>
    isLost(request) ? lose(response) : correct.write(state, response, reply, request),
});

// A request that has a response has it long before, and a mutant is killed if it has not.
const losingMany = (lose: Lose, isLost = everyTenth()): Server => ({
  ...losing(lose, isLost),
  run: { mayEndRun: true, options: { timeoutMs: 500 } },
});
const reset: Lose = ({ socket }) => socket?.resetAndDestroy();

export const responseMutants: Mutants = {
  'responses/every-request-has-one: resets the connection after every tenth request':
    losingMany(reset),
  'responses/every-request-has-one: sends no response after every tenth request': losingMany(
    () => {},
  ),
  'responses/every-request-has-one: sends text that is not HTTP after every tenth request':
    losingMany(({ socket }) => socket?.end('SSH-2.0-OpenSSH_9.6\r\n')),
  'responses/every-request-has-one: closes the connection in the body after every tenth request':
    losingMany((response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"status":', () => response.socket?.destroy());
    }),
  'responses/every-request-has-one: resets the connection after every login': losingMany(
    reset,
    isLogin,
  ),
  'responses/no-server-error: returns internal_error to every login': {
    ...rejecting(isLogin, 'internal_error'),
    run: { mayEndRun: true },
  },
  'responses/no-server-error: hides the HTTP status 500 behind a code of its own': {
    ...withReply({ status: 500 }, failedWith('key_not_found')),
    ...status({ code: 40_440 }, failedWith('key_not_found')),
  },
  'responses/no-server-error: returns unavailable to every request to revoke a key': rejecting(
    isRevocation,
    'unavailable',
  ),
  'responses/every-request-has-one: resets the connection of the second of two parallel requests': {
    ...withBarrier((waitForOther) => {
      const underWay = new Set<ModelRequest>();
      const second = new Set<ModelRequest>();
      return {
        ...insteadOf(isRevocation, async (state, request) => {
          if (underWay.size > 0) second.add(request);
          underWay.add(request);
          await waitForOther();
          underWay.delete(request);
          return correct.respond(state, request);
        }),
        ...losing(reset, (request) => second.has(request)),
      };
    }),
    run: {
      options: {
        only: ['responses/every-request-has-one', 'revocation/concurrent-requests-agree'],
      },
    },
  },
  'responses/every-request-has-one: takes longer than --max-response-time': {
    ...insteadOf(isRevocation, async (state, request) => {
      await pause(150);
      return correct.respond(state, request);
    }),
    run: {
      options: {
        only: ['responses/every-request-has-one', 'revocation/revokes-a-key'],
        maxResponseMs: 100,
      },
    },
  },

  'login/success-has-data: logs in without data': envelope({ data: undefined }, returned('me_id')),
  'keys/success-has-data: generates a key without data': envelope(
    { data: undefined },
    returned('api_key'),
  ),
  'revocation/success-has-data: revokes a key without data': envelope(
    { data: undefined },
    returned('revoked_at'),
  ),
  'login/access-token-is-a-string: returns the token as an object': withLoginData(
    ({ access_token }) => ({
      access_token: { value: access_token },
    }),
  ),
  'login/me-id-is-a-string: returns me_id as a number': withLoginData({ me_id: 7 }),
  'login/mfa-enabled-is-a-boolean: returns mfa_enabled as a string': withLoginData({
    mfa_enabled: 'false',
  }),
  'login/mfa-enabled-is-a-boolean: returns mfa_enabled as a number with a one-time code only':
    withLoginData(({ mfa_enabled }) => ({ mfa_enabled: mfa_enabled === true ? 1 : false })),
  'login/nickname-is-a-string: returns nickname as null': withLoginData({ nickname: null }),
  'keys/api-key-is-a-string: returns the key as null': withKeyData({ api_key: null }),
  'keys/note-is-a-string: returns the note as null': withKeyData({ note: null }),
  'revocation/message-is-a-string: returns the message as null': withRevocationData({
    message: null,
  }),
};
