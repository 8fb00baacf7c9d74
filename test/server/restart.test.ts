import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { preloadScript, serveInChild } from '../support/command/run-command.ts';
import { generate, paths, textIn, tokenOf } from '../support/http/call-operations.ts';
import { listenForTest } from '../support/http/listen-for-test.ts';
import { type Listening, type Request, sendRequest } from '../support/http/send-request.ts';
import { argumentsOf, inspect, temporaryDatabase } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

/** A process that dies when it is about to send the response to a request with an `Idempotency-Key`. */
const dying = preloadScript(`
  import { ServerResponse } from 'node:http';
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...given) {
    if (this.req.headers['idempotency-key'] !== undefined) process.kill(process.pid, 'SIGKILL');
    return writeHead.apply(this, given);
  };
`);

test.each([
  ['to the same server', false],
  ['to another node, after a crash between the commit and the response', true],
])(
  'a request whose response was lost after the commit gets the same key when it is repeated %s',
  async (_where, crashes) => {
    const place = await temporaryDatabase();
    const server = await serverForTest({ config: place, now: Date.now });
    const credentials = credentialsOf(await addPerson(server));
    const stored = () => inspect(place.database, 'select id, key_prefix from api_keys');

    const child = crashes ? await serveInChild(argumentsOf(place), { env: dying }) : undefined;
    const first = child ?? server;
    const token = await tokenOf(first, credentials);
    const value = randomUUID();
    const body = { description: 'Nightly build' };
    const headers = [['Idempotency-Key', value]] as const;
    await loseResponse(first, { target: paths.generate, token, headers, body });
    const [committed, ...others] = await stored();
    expect(others).toEqual([]);

    if (child) expect(await child.ended).toBe('SIGKILL');
    const repeated = await generate(server, token, body, value);
    expect(repeated.data).toMatchObject({
      description: 'Nightly build',
      api_key: expect.any(String),
    });
    expect({ id: textIn(repeated, 'id'), key_prefix: textIn(repeated, 'key_prefix') }).toEqual(
      committed,
    );
    expect((await generate(server, token, body, value)).data).toEqual(repeated.data);
    expect(await stored()).toHaveLength(1);
    const events = "select event from audit_events where event = 'api_key_created'";
    expect(await inspect(place.database, events)).toHaveLength(1);
  },
);

/**
 * Sends a request over a link that is cut when the first byte of the response arrives, so that the client gets none of it.
 * Resolves when the client has lost the connection.
 */
async function loseResponse({ port }: Listening, request: Request): Promise<void> {
  const link = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.pipe(server);
    const cut = () => {
      client.resetAndDestroy();
      server.destroy();
    };
    server.once('data', cut).on('error', cut).on('close', cut);
    client.on('error', cut);
  });
  const lost = sendRequest({ port: await listenForTest(link) }, request);
  await expect(lost).rejects.toThrow('the connection ended without a response');
}
