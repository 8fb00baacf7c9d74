import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';

const run = promisify(execFile);

/** A host that only the proxy can reach (RFC 2606). */
const baseUrl = 'http://access.invalid';

/** What the program prints, and the hosts that the proxy saw. */
async function generateThroughProxy(way: string) {
  const mock = await startMockServer(createMock());
  onTestFinished(() => mock.close());
  const proxy = await startForwardProxy(mock.url);
  onTestFinished(() => proxy.close());
  const program = ['--import', 'tsx', 'test/client/proxy-program.mjs', way, baseUrl, proxy.url];
  const { stdout } = await run(process.execPath, program, { env: { ...process.env, http_proxy: proxy.url } });
  return { written: stdout, hosts: [...new Set(proxy.hosts.map((host) => host.replace(/:80$/, '')))] };
}

test.each(['everything', 'one client'])('undici leads %s through a proxy', async (way) => {
  expect(await generateThroughProxy(way)).toEqual({
    written: 'Through a proxy\n',
    hosts: ['access.invalid'],
  });
});

test('without undici, Node does not read http_proxy by itself', async () => {
  expect(await generateThroughProxy('direct')).toEqual({ written: 'no_response\n', hosts: [] });
});
