import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { type Act, plantStatements, type Send } from './postgres-statements.ts';
import type { Planted } from './sqlite-faults.ts';

/** PostgreSQL rolls the transaction back. A second try is likely to succeed. */
export const collisions = { deadlock: '40P01', 'serialisation failure': '40001' } as const;

// The SQLSTATEs of https://www.postgresql.org/docs/current/errcodes-appendix.html
const states = {
  'too many connections': '53300',
  'disk full': '53100',
  'I/O error': '58030',
  'file made read-only': '25006',
  'statement time-out': '57014',
  'lock time-out': '55P03',
};

export const postgresFaults = ['connection lost', 'server shutting down', ...Object.keys(states)];

async function fail(fault: string, client: pg.Client, send: Send): Promise<unknown> {
  if (fault === 'connection lost') {
    await hangUp(client);
    return send();
  }
  // What a shutdown does to each session, 57P01: an error, and then the end of the connection.
  if (fault === 'server shutting down')
    return send('select pg_terminate_backend(pg_backend_pid())');
  const state = new Map(Object.entries({ ...states, ...collisions })).get(fault);
  if (state === undefined) throw new Error(`PostgreSQL has no ${fault}`);
  // The statement goes wrong in the server itself, which does with the session what it does for this error.
  return send(
    `do $$ begin raise exception using errcode = '${state}', message = 'planted'; end $$`,
  );
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

export function plantPostgresFaults() {
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
  const planted: Planted = {
    failAt(wanted, fault, { oddly = false } = {}) {
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
    failAlways: (fault) => plant(() => (client, send) => fail(fault, client, send)),
    restore: () => plant(() => undefined),
    ran: () => statements.texts().length,
  };
  return {
    ...planted,
    /** From now on each commit fails. */
    failEachCommit: (fault: string) =>
      plant((_nth, text) =>
        isCommit(text) ? (client, send) => fail(fault, client, send) : undefined,
      ),
    /** The next commit succeeds, and its result is lost with the connection. */
    loseNextCommit: () =>
      plantNextCommit(async (client, send) => {
        await send();
        await hangUp(client);
        throw new Error('Connection terminated unexpectedly');
      }),
    /** The next commit is sent, and the connection reset at once: nobody knows whether it arrives. */
    cutNextCommit: () =>
      plantNextCommit((client, send) => {
        const response = send();
        socketOf(client).resetAndDestroy();
        return response;
      }),
    texts: statements.texts,
    names: statements.names,
  };
}
