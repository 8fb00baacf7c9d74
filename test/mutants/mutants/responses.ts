import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { refuse } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';
import { withOtherTraffic } from './other-traffic.ts';

type Condition = (request: ModelRequest) => boolean;

/** Ways to lose a response. */
const losses: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'resets the connection': ({ socket }) => socket?.resetAndDestroy(),
  'closes the connection': ({ socket }) => socket?.destroy(),
  'sends no response': () => {},
  'sends text that is not HTTP': ({ socket }) => socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'closes the connection in the body': (response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('{"status":', () => response.socket?.destroy());
  },
};

const operations: Readonly<Record<string, Condition>> = {
  'every login': ({ path }) => path.endsWith('/login'),
  'every request to generate a key': ({ path }) => path.endsWith('/generate'),
  'every request to revoke a key': ({ method }) => method === 'DELETE',
};

const everyTenth = (): Condition => {
  let count = 0;
  return () => {
    count += 1;
    return count % 10 === 0;
  };
};

function losing(lose: (response: ServerResponse) => void, isLost: Condition): Partial<Behaviour> {
  return {
    write: (world, response, reply, request) =>
      isLost(request) ? lose(response) : correct.write(world, response, reply, request),
  };
}

/** Does this instead of what a request is for. */
function insteadOf(isAffected: Condition, respond: Behaviour['respond']): Partial<Behaviour> {
  return {
    respond: async (world, request) =>
      isAffected(request) ? respond(world, request) : correct.respond(world, request),
  };
}

const lostMutants = Object.entries(losses).flatMap(([name, lose]): Mutant[] => {
  const killedBy = 'responses/every-request-has-one';
  // A request that has a response has it long before, and a mutant is killed if it has not.
  const options = { timeoutMs: 500 };
  return [
    {
      name: `${name} after every request`,
      killedBy,
      mayEndRun: true,
      overrides: losing(lose, () => true),
      options,
    },
    {
      name: `${name} after every tenth request`,
      killedBy,
      mayEndRun: true,
      overrides: losing(lose, everyTenth()),
      options,
    },
    ...Object.entries(operations).map(([operation, isLost]) => ({
      name: `${name} after ${operation}`,
      killedBy,
      mayEndRun: true,
      overrides: losing(lose, isLost),
      options,
    })),
  ];
});

const serverErrors = (['internal_error', 'unavailable'] as const).flatMap((reason) =>
  Object.entries(operations).map(
    ([operation, isAffected]): Mutant => ({
      name: `returns ${reason} to ${operation}`,
      killedBy: 'responses/no-server-error',
      mayEndRun: operation === 'every login',
      overrides: insteadOf(isAffected, async () => refuse(reason)),
    }),
  ),
);

export const responseMutants: readonly Mutant[] = [
  ...[...lostMutants, ...serverErrors].map(withOtherTraffic),
  ...mutantsOf(
    'responses/every-request-has-one',
    {
      'resets the connection of the second of two parallel requests': withBarrier((waitForOther) => {
        const underWay = new Set<ModelRequest>();
        const second = new Set<ModelRequest>();
        return {
          respond: async (world, request) => {
            if (request.method !== 'DELETE') return correct.respond(world, request);
            if (underWay.size > 0) second.add(request);
            underWay.add(request);
            await waitForOther();
            underWay.delete(request);
            return correct.respond(world, request);
          },
          ...losing(
            ({ socket }) => socket?.resetAndDestroy(),
            (request) => second.has(request),
          ),
        };
      }),
    },
    { only: ['responses/every-request-has-one', 'revocation/concurrent-requests-agree'] },
  ),
  ...mutantsOf(
    'responses/every-request-has-one',
    {
      'takes longer than --max-response-time': insteadOf(
        ({ method }) => method === 'DELETE',
        async (world, request) => {
          await pause(150);
          return correct.respond(world, request);
        },
      ),
    },
    { only: ['responses/every-request-has-one', 'revocation/revokes-a-key'], maxResponseMs: 100 },
  ),
];
