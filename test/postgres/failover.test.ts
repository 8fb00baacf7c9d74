import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVerification } from '../../operator/keys/verification.ts';
import { openStore } from '../../server/store/open-store.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { form, internalOf, introspect, sendToInternal } from '../support/http/internal-listener.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { giveToPostgres } from '../support/postgres/run-as-postgres.ts';
import { inspect, tamper } from '../support/server/database.ts';
import { addCaller, addPerson, credentialsOf } from '../support/server/people.ts';
import { forward } from './a-link.ts';
import { type Cluster, createCluster, createReplica, serveOn, withoutPrograms } from './cluster.ts';
import { startPgBouncer, withoutPgBouncer } from './pgbouncer.ts';

/** An address that leads to one server or another, as a proxy or a name does. Connections that are open stay where they are. */
async function addressOf(first: Cluster) {
  let current = first;
  const proxy = createServer((client) => forward(client, connect(current.socket)));
  return {
    database: `postgres://keeper@127.0.0.1:${await listenForTest(proxy)}/postgres`,
    leadTo: (cluster: Cluster) => {
      current = cluster;
    },
  };
}

async function startPair(): Promise<{ primary: Cluster; replica: Cluster }> {
  const primary = createCluster();
  await primary.start();
  const replica = createReplica(primary, 'replica');
  await replica.start();
  return { primary, replica };
}

const states = 'select sync_state as state from pg_stat_replication';
const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;

async function changeSetting(cluster: Cluster, setting: string): Promise<void> {
  await tamper(cluster.urlOf('postgres'), setting);
  await tamper(cluster.urlOf('postgres'), 'select pg_reload_conf()');
}

test.skipIf(withoutPrograms)(
  'a replica takes over with every acknowledged change, and the service continues without a restart',
  async () => {
    const { primary, replica } = await startPair();
    // Its commits wait for its replica, as the guide recommends.
    await changeSetting(primary, `alter system set synchronous_standby_names = 'replica'`);
    await expect
      .poll(() => inspect(primary.urlOf('postgres'), states))
      .toEqual([{ state: 'sync' }]);
    const address = await addressOf(primary);
    const server = await serveOn(address.database);
    const { person, token } = await addCaller(server);
    const made = [];
    for (let count = 0; count < 6; count += 1) made.push(await generate(server, token));
    const [revoked, kept] = [made.slice(0, 3), made.slice(3)];
    for (const key of revoked)
      expect((await revoke(server, token, textIn(key, 'id'))).httpStatus).toBe(200);

    // The replica gets nothing more, so nothing more may be acknowledged.
    await changeSetting(replica, `alter system set primary_conninfo = ''`);
    await expect.poll(() => inspect(primary.urlOf('postgres'), states)).toEqual([]);
    // A start changes nothing, which would wait for the replica.
    const { database, store } = server;
    await (await openStore({ database, secrets: store.encryption.path })).close();
    const last = generate(server, token);
    await expect.poll(() => inspect(primary.urlOf('postgres'), waiting)).not.toEqual([]);
    await primary.daemon.stop('SIGKILL');
    replica.promote();
    address.leadTo(replica);
    await expect.poll(async () => (await generate(server, token)).httpStatus).toBe(200);
    expect((await last).httpStatus).toBe(503);

    const { verify } = createVerification({ ...server.store, now: server.clock.now });
    for (const key of kept)
      expect(await verify(textIn(key, 'api_key'))).toMatchObject({ active: true });
    for (const key of revoked)
      expect(await verify(textIn(key, 'api_key'))).toEqual({ active: false });
    expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);
  },
);

const ways = {
  'an address': async (database: string) => database,
  'an address behind PgBouncer, whose clients stay connected,': async (database: string) =>
    (await startPgBouncer(database.replace('@', ':any@'))).database,
};

test.skipIf(withoutPrograms || withoutPgBouncer).each(Object.entries(ways))(
  '%s that leads to a replica gives 503 and no old data, until it leads to the primary again',
  async (_name, by) => {
    const { primary, replica } = await startPair();
    const address = await addressOf(primary);
    const server = await serveOn(await by(address.database));
    const credentials = credentialsOf(await addPerson(server));
    const token = await tokenOf(server, credentials);
    const made = await generate(server, token);
    const key = textIn(made, 'api_key');
    // The replica gets nothing more, and so does not know of the revocation.
    await changeSetting(replica, `alter system set primary_conninfo = ''`);
    await expect.poll(() => inspect(primary.urlOf('postgres'), states)).toEqual([]);
    expect((await revoke(server, token, textIn(made, 'id'))).httpStatus).toBe(200);

    address.leadTo(replica);
    // The primary returns as a replica, as it should when another server has taken over.
    await primary.daemon.stop('SIGINT');
    const signal = join(primary.folder, 'data/standby.signal');
    writeFileSync(signal, '');
    giveToPostgres(signal, 0o600);
    await primary.start();
    const internal = internalOf(server);
    for (const cluster of [replica, primary]) {
      address.leadTo(cluster);
      const body = new URLSearchParams({ token: key }).toString();
      const introspection = {
        target: '/introspect',
        token: internal.credential,
        headers: [form],
        body,
      };
      // Behind PgBouncer, within a second.
      await expect
        .poll(async () => (await sendToInternal(internal, introspection)).status)
        .toBe(503);
      for (const response of [await generate(server, token), await logIn(server, credentials)])
        expect(response).toMatchObject({ httpStatus: 503, reason: 'unavailable' });
      expect((await sendToInternal(internal, { method: 'GET', target: '/ready' })).status).toBe(
        503,
      );
    }

    primary.promote();
    // Until its server ends, PgBouncer keeps the connection, unless it gets the command RECONNECT.
    await replica.daemon.stop('SIGINT');
    await expect.poll(async () => (await generate(server, token)).httpStatus).toBe(200);
    expect(await introspect(internal, key)).toEqual({ active: false });
  },
);
