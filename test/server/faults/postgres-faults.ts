import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { type Act, plantStatements, type Send } from './postgres-statements.ts';
import type { Planted } from './sqlite-faults.ts';

// The SQLSTATEs of https://www.postgresql.org/docs/current/errcodes-appendix.html
const states = {
  'too many connections': '53300',
  'disk full': '53100',
  'I/O error': '58030',
  'file made read-only': '25006',
  'statement time-out': '57014',
  'lock time-out': '55P03',
} as const;

/** PostgreSQL rolls the transaction back. A second try is likely to succeed. */
export const collisions = { deadlock: '40P01', 'serialisation failure': '40001' } as const;

const lost = ['connection lost', 'server shutting down'] as const;

export type PostgresFault = keyof typeof states | (typeof lost)[number];
export type Collision = keyof typeof collisions;

export const postgresFaults: readonly PostgresFault[] = [
  ...lost,
  // The keys of the object are those of its type.
  ...(Object.keys(states) as (keyof typeof states)[]),
];

/** The statement goes wrong in the server itself, which does with the session what it does for this error. */
const raise = (send: Send, state: string) =>
  send(`do $$ begin raise exception using errcode = '${state}', message = 'planted'; end $$`);

async function fail(fault: PostgresFault | Collision, client: pg.Client, send: Send): Promise<unknown> {
  switch (fault) {
    case 'connection lost':
      await hangUp(client);
      return send();
    case 'server shutting down':
      // What a shutdown does to each session, 57P01: an error, and then the end of the connection.
      return send('select pg_terminate_backend(pg_backend_pid())');
    default:
      return raise(send, { ...states, ...collisions }[fault]);
  }
}

/** Ends the socket under a client. */
async function hangUp(client: pg.Client): Promise<void> {
  const ended = once(client, 'end');
  socketOf(client).destroy();
  await ended;
}

function socketOf(client: pg.Client): Socket {
  // The connection is there, whatever the types of `pg` say.
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

export const isBegin = (text: string) => text.startsWith('begin');
const isCommit = (text: string) => text === 'commit';

export interface PostgresFaults extends Planted {
  /** From now on each commit fails. */
  failEachCommit(fault: string): void;
  /** The next commit succeeds, and its result is lost with the connection. */
  loseNextCommit(): void;
  /** The next commit is sent, and the connection reset at once: nobody knows whether it arrives. */
  cutNextCommit(): void;
  /** The text of the statements that ran. */
  texts(): readonly string[];
  /** The names of those among them that their session prepares. */
  names(): readonly string[];
}

export function plantPostgresFaults(): PostgresFaults {
  const statements = plantStatements();
  const { plant } = statements;
  const plantNextCommit = (act: Act) => {
    let isOver = false;
    plant((_nth, text) => {
      if (isOver || !isCommit(text)) return undefined;
      isOver = true;
      return act;
    });
  };
  return {
    failAt(wanted, given, { oddly = false } = {}) {
      const fault = known(given);
      let stuck: pg.Client | undefined;
      plant((nth, text) => {
        if (nth === wanted)
          return (client, send) => {
            if (oddly) stuck = client;
            return fail(fault, client, send);
          };
        if (!text.startsWith('rollback') || stuck === undefined) return undefined;
        return async (client, send) => {
          if (client !== stuck) return send();
          throw Object.assign(new pg.DatabaseError('planted', 0, 'error'), { code: '57014' });
        };
      });
    },
    failAlways(given) {
      const fault = known(given);
      plant(() => (client, send) => fail(fault, client, send));
    },
    failEachCommit(given) {
      const fault = known(given);
      plant((_nth, text) => (isCommit(text) ? (client, send) => fail(fault, client, send) : undefined));
    },
    loseNextCommit: () =>
      plantNextCommit(async (client, send) => {
        await send();
        await hangUp(client);
        throw new Error('Connection terminated unexpectedly');
      }),
    cutNextCommit: () =>
      plantNextCommit((client, send) => {
        const response = send();
        socketOf(client).resetAndDestroy();
        return response;
      }),
    restore: () => plant(() => undefined),
    ran: () => statements.texts().length,
    texts: statements.texts,
    names: statements.names,
  };
}

function known(fault: string): PostgresFault | Collision {
  const found = [...postgresFaults, ...(Object.keys(collisions) as Collision[])].find((one) => one === fault);
  if (found === undefined) throw new Error(`PostgreSQL has no ${fault}`);
  return found;
}
