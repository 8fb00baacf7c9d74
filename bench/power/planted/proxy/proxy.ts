import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCall } from './call.ts';
import type { Fault } from './fault.ts';
import {
  emptyResponse,
  forward,
  type ProxyRequest,
  type ProxyResponse,
  readBody,
} from './message.ts';

/** Starts a proxy in front of an app that has one fault, or none. */
export async function startProxy(app: string, fault: Fault | undefined) {
  const appUrl = new URL(app);
  const memory = new Map<string, unknown>();
  const operations = (fault?.at ?? []).map(matcher);
  const send = (request: ProxyRequest) => forward(appUrl, request);

  function respond(request: ProxyRequest): Promise<ProxyResponse> {
    for (const { operation, match } of operations) {
      const parameters = match(request);
      if (fault !== undefined && parameters !== undefined) {
        return fault.respond(createCall({ operation, parameters }, request, memory, send));
      }
    }
    return send(request);
  }

  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: target = '/', headers } = incoming;
    let response: ProxyResponse;
    try {
      response = await respond({ method, target, headers, body: await readBody(incoming) });
    } catch (error) {
      console.error(`${fault?.id ?? 'no fault'}: ${method} ${target}:`, error);
      response = emptyResponse(502);
    }
    const { status, body } = response;
    const bodiless = method === 'HEAD' || status === 204 || status === 304;
    const length = bodiless ? {} : { 'content-length': String(body.length) };
    outgoing.writeHead(status, { ...response.headers, ...length });
    outgoing.end(bodiless ? undefined : body);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Tells whether a request calls an operation, and with which path parameters. */
function matcher(operation: string) {
  const [method, template = ''] = operation.split(' ');
  const pattern = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?]+)');
  const path = new RegExp(`^${pattern}(?:\\?|$)`);
  const match = (request: ProxyRequest): Readonly<Record<string, string>> | undefined => {
    if (request.method !== method) return undefined;
    const found = path.exec(request.target);
    return found === null ? undefined : { ...found.groups };
  };
  return { operation, match };
}
