import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { listenForTest } from './listen-for-test.ts';

/** An HTTP proxy that leads to one server until the test ends. `hosts` has the host and port of each request, as the client named them. */
export async function startForwardProxy(target: string) {
  const { port, hostname } = new URL(target);
  const hosts: string[] = [];
  const proxy = createServer((request, response) => {
    const { host, pathname } = new URL(request.url ?? '');
    hosts.push(host);
    const { method, headers } = request;
    const onward = send({ hostname, port, method, headers, path: pathname }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on('connect', (request, client) => {
    hosts.push(request.url ?? '');
    const server = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(server).pipe(client);
    });
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy());
  });
  return { url: `http://127.0.0.1:${await listenForTest(proxy)}`, hosts };
}
