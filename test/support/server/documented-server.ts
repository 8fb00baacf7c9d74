import type { IncomingMessage } from 'node:http';
import type { Document } from '../../../scripts/contract/document.ts';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import { type Call, callsOf } from '../../../scripts/samples/call.ts';
import { startTestServer } from '../../conformance/test-server.ts';

/** Starts a server that returns the documented response of one example, below a path of its own. `token` is what a login returns. */
export async function startDocumentedServer() {
  const token = 'aat_of_the_documented_server';
  const expected: { call: Call; login: unknown; received?: Awaited<ReturnType<typeof read>> }[] =
    [];
  const { url, close } = await startTestServer(async (request, response) => {
    const [, index = '', path = ''] = /^\/call-(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const own = expected[Number(index)];
    if (own === undefined) return void response.writeHead(404).end();
    const received = await read(request, path, own.call);
    // The client logs in before it generates or revokes.
    const isLogin = own.call.takesToken && received.token === undefined;
    if (!isLogin) own.received = received;
    response
      .writeHead(isLogin ? 200 : own.call.response.code, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(isLogin ? own.login : own.call.response.value));
  });
  return {
    token,
    close,
    expectCall: (call: Call, contract: Document) => {
      const index = expected.push({ call, login: loginWith(contract, token) }) - 1;
      return { url: `${url}/call-${index}`, received: () => expected[index]?.received };
    },
  };
}

/** A request as an example of the contract describes it. */
async function read(request: IncomingMessage, path: string, { headers }: Call) {
  const text = Buffer.concat(await request.toArray()).toString();
  const sent = Object.keys(headers).map((name) => [name, request.headers[name.toLowerCase()]]);
  return {
    method: request.method ?? '',
    path,
    /** Those that the example sends. */
    headers: Object.fromEntries(sent),
    token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1],
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** The documented response of a login, with this token. */
function loginWith(contract: Document, token: string): unknown {
  const [entry] = operationsOf(contract);
  const value = entry && callsOf(contract, entry)[0]?.response.value;
  return JSON.parse(JSON.stringify(value), (name, field) =>
    name === 'access_token' ? token : field,
  );
}
