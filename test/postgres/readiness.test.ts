import { connect, createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/command/run-command.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { internalOf, sendToInternal } from '../support/http/internal-listener.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { tamper, temporaryDatabase } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { linkTo } from './a-link.ts';
import { command, hangUp, nameOf } from './hang-up.ts';

/** An outage, as operators and networks make them. */
interface Outage {
  /** By what URL the service reaches the database. */
  readonly database: string;
  begin(): Promise<void>;
  end(): Promise<void>;
  readonly stillReads?: boolean;
}

const outages: Readonly<Record<string, (database: string) => Promise<Outage>>> = {
  'nothing listens': async (database) => {
    const link = await linkTo(database);
    return { database: link.database, begin: link.cut, end: link.restore };
  },

  'the database takes no connections': async (database) => {
    const allow = (yes: boolean) =>
      command(database, `alter database ${nameOf(database)} allow_connections ${yes}`);
    return {
      database,
      begin: async () => {
        await allow(false);
        await hangUp(database);
      },
      end: () => allow(true),
    };
  },

  'the database is read-only': async (database) => {
    const alter = (setting: string) =>
      command(database, `alter database ${nameOf(database)} ${setting}`);
    return {
      database,
      begin: async () => {
        await alter('set default_transaction_read_only = on');
        // The setting is for new sessions.
        await hangUp(database);
      },
      end: () => alter('reset default_transaction_read_only'),
      stillReads: true,
    };
  },

  'the user has too many connections': (database) =>
    limitConnections(database, 0, () => hangUp(database)),

  'no connection for counting requests can be opened': (database) =>
    limitConnections(database, 1, endCounting(database)),

  'none for those of callers can be opened': (database) =>
    limitConnections(database, 2, endCounting(database)),

  'a table is locked': async (database) => {
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    const url = new URL(database);
    url.searchParams.set('lock_timeout', '1500');
    return {
      database: url.href,
      begin: async () => {
        await other.query('begin; lock table accounts in access exclusive mode');
      },
      end: () => other.end(),
    };
  },
};

function endCounting(database: string) {
  const counting = "query ~ 'rate_limits' and query !~ 'health'";
  return (user: string) =>
    command(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}' and ${counting}`,
    );
}

async function limitConnections(
  database: string,
  most: number,
  end: (user: string) => Promise<unknown>,
): Promise<Outage> {
  const { user, url } = await makeUser(database);
  const limit = (connections: number) =>
    command(database, `alter role ${user} connection limit ${connections}`);
  return {
    database: url,
    begin: async () => {
      await limit(most);
      await end(user);
    },
    end: () => limit(-1),
    stillReads: most > 0,
  };
}

/** One who is no superuser, whom PostgreSQL refuses nothing. */
async function makeUser(
  database: string,
): Promise<{ readonly user: string; readonly url: string }> {
  const user = `user_of_${nameOf(database)}`;
  const url = new URL(database);
  [url.username, url.password] = [user, 'canary-of-user-51c0'];
  await tamper(
    database,
    `create role ${user} login password '${url.password}';
     grant all on schema public to ${user};
     grant all on all tables in schema public to ${user};
     grant all on all sequences in schema public to ${user}`,
  );
  onTestFinished(() => tamper(database, `drop owned by ${user}; drop role ${user}`));
  return { user, url: url.href };
}

test.each(Object.entries(outages))(
  '%s: /ready is red, operations are 503, and all is well when it is over',
  async (_name, make) => {
    const { database: direct, secrets } = await temporaryDatabase();
    const { database, begin, end, stillReads = false } = await make(direct);
    const server = await serverForTest({
      // One for changes, one for counting requests, and one for counting those of callers.
      config: { database, secrets, internal: { listen: '127.0.0.1:0' }, databaseConnections: 3 },
      rateLimits: true,
    });
    const internal = internalOf(server);
    const get = async (target: string) => sendToInternal(internal, { method: 'GET', target });
    const token = await tokenOf(server, credentialsOf(await addPerson(server)));
    await generate(server, token);
    expect((await get('/ready')).status).toBe(200);

    await begin();
    const store_read = stillReads ? 'ok' : 'failed';
    const checks = { accepting: 'ok', store_read, store_write: 'failed' };
    await expect.poll(async () => (await get('/ready')).json.checks).toEqual(checks);
    const red = await get('/ready');
    expect(red.status).toBe(503);
    expect((await get('/live')).status).toBe(200);
    expect(await generate(server, token)).toMatchObject({ httpStatus: 503, reason: 'unavailable' });

    await end();
    await expect.poll(async () => (await get('/ready')).status).toBe(200);
    await expect.poll(async () => (await generate(server, token)).httpStatus).toBe(200);
    const password = new URL(database).password || new URL(direct).password;
    for (const text of [red.text, server.log.text()]) {
      expect(text).not.toContain(password);
      expect(text).not.toContain('postgres://');
    }
  },
);

test('strangers who wait to be counted make nobody wait who has a token, and /ready not red', async () => {
  const { database, secrets } = await temporaryDatabase();
  const server = await serverForTest({
    config: { database, secrets, internal: { listen: '127.0.0.1:0' }, databaseConnections: 3 },
    rateLimits: true,
  });
  const internal = internalOf(server);
  const token = await tokenOf(server, credentialsOf(await addPerson(server)));
  const other = new pg.Client({ connectionString: database });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin; select from rate_limits where action = 'login' for update");

  let isCounted = false;
  const counted = logIn(server, {}).finally(() => {
    isCounted = true;
  });
  const waiting = `select from pg_stat_activity where datname = '${nameOf(database)}' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  const ready = { method: 'GET', target: '/ready' };
  await expect.poll(async () => (await sendToInternal(internal, ready)).status).toBe(200);
  expect((await generate(server, token)).httpStatus).toBe(200);
  expect(isCounted).toBe(false);
  await other.query('rollback');
  expect((await counted).httpStatus).toBe(400);
});

test('the log of a connection that is lost while it is opened says nothing of the connection', async () => {
  const { database, secrets } = await temporaryDatabase();
  const link = await linkTo(database);
  const server = await serverForTest({ config: { database: link.database, secrets } });
  const credentials = credentialsOf(await addPerson(server));
  link.cutAt('pg_is_in_recovery');
  await hangUp(database);
  await expect.poll(async () => (await logIn(server, credentials)).httpStatus).toBe(503);
  expect(server.log.text()).toContain('Service unavailable');
  expect(server.log.text()).not.toContain('secretKey');
});

test('a server that says that it is a replica, and then nothing more, stops nothing', async () => {
  const { database, secrets } = await temporaryDatabase();
  const { hostname, port } = new URL(database);
  let lies = false;
  const between = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(Number(port), hostname);
    let state: 'honest' | 'asked' | 'silent' = 'honest';
    client
      .on('error', () => {})
      .on('data', (bytes) => {
        if (lies && bytes.includes('pg_is_in_recovery')) state = 'asked';
        if (state !== 'silent') upstream.write(bytes);
      });
    upstream.on('error', () => {}).on('close', () => state === 'honest' && client.destroy());
    upstream.on('data', (bytes) => {
      // One column of one byte, with "true" instead of "false".
      const lie = bytes.toString('latin1').replace('\0\x01\0\0\0\x01f', '\0\x01\0\0\0\x01t');
      if (state !== 'silent') client.write(state === 'asked' ? lie : bytes, 'latin1');
      if (state === 'asked') state = 'silent';
    });
  });
  const url = Object.assign(new URL(database), { port: await listenForTest(between) }).href;
  const server = await serverForTest({ config: { database: url, secrets } });
  const credentials = credentialsOf(await addPerson(server));
  lies = true;
  await hangUp(database);
  await expect.poll(async () => (await logIn(server, credentials)).httpStatus).toBe(503);
  lies = false;
  await expect.poll(async () => (await logIn(server, credentials)).httpStatus).toBe(200);
});

test('a command ends also where the other side closes no connection', async () => {
  const { database, secrets } = await temporaryDatabase();
  const { hostname, port } = new URL(database);
  const between = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client, { end: false });
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  const url = Object.assign(new URL(database), { port: await listenForTest(between) }).href;
  const env = { ACCOUNT_ACCESS_DATABASE: url, ACCOUNT_ACCESS_SECRETS: secrets };
  expect(await runCommand(['accounts', 'list'], { env }).ended).toBe(0);
});

test('operations go on when a table has got another column', async () => {
  const { database, secrets } = await temporaryDatabase();
  const server = await serverForTest({ config: { database, secrets } });
  const credentials = credentialsOf(await addPerson(server));
  await tokenOf(server, credentials);
  await tamper(database, 'alter table accounts add column note text');
  await expect.poll(async () => (await logIn(server, credentials)).httpStatus).toBe(200);
});
