import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { logIn, paths } from '../../support/http/call-operations.ts';
import { type Internal, internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import {
  beginRequest,
  encode,
  exchange,
  openIdleConnection,
} from '../../support/http/send-request.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { addKeyOwner } from '../../support/server/people.ts';
import { serverForTest } from '../../support/server/test-server.ts';

const config = { internal: { listen: '127.0.0.1:0' } };
const live = { method: 'GET', target: '/live' };
const ready = { method: 'GET', target: '/ready' };
const metricsOf = ({ credential: token }: Internal) => ({
  method: 'GET',
  target: '/metrics',
  token,
});

test('/ready fails at once during a stop, and the internal listener closes after running requests', async () => {
  let balancerHasSeenIt = () => {};
  const wait = vi.fn(() => new Promise<void>((resolve) => (balancerHasSeenIt = resolve)));
  const server = await serverForTest({
    config: { ...config, drainDelayMs: 2000, drainMs: 300_000 },
    wait,
  });
  const internal = internalOf(server);
  const idle = await openIdleConnection(internal);
  const wire = await beginRequest(server, { target: paths.login });

  const closed = server.close();
  // The balancer still sends requests.
  const late = logIn(server, {});
  // On a slow machine it may also say that the store failed, because that took a second.
  await expect
    .poll(async () => {
      const { status, json } = await sendToInternal(internal, ready);
      return { status, checks: json.checks };
    })
    .toEqual({ status: 503, checks: { accepting: 'failed', store_read: 'ok', store_write: 'ok' } });
  expect((await late).reason).toBe('validation_failed');
  expect(wait.mock.calls).toEqual([[2000]]);
  balancerHasSeenIt();
  await expect.poll(() => logIn(server, {}).catch(() => 'refused')).toBe('refused');
  expect((await sendToInternal(internal, live)).status).toBe(200);
  wire.write('{}');
  expect((await wire.read()).status).toBe(400);
  await closed;
  await idle.closed;
  await expect(sendToInternal(internal, live)).rejects.toThrow();
});

test('metrics count requests and calls of the store, and need the credential', async () => {
  const server = await serverForTest({ config });
  const internal = internalOf(server);
  const metrics = metricsOf(internal);
  expect((await sendToInternal(internal, { ...metrics, token: undefined })).status).toBe(401);
  await logIn(server, {});
  await exchange(server, 'no request\r\n\r\n');
  const count =
    (...words: string[]) =>
    async () => {
      const { text } = await sendToInternal(internal, metrics);
      const line = text
        .split('\n')
        .find((each) => !each.startsWith('#') && words.every((word) => each.includes(word)));
      return Number(line?.split(' ').at(-1));
    };
  const requests = 'account_access_requests_total{listener="public"';
  await expect.poll(count(requests, '"login"', '"400"', '"validation_failed"')).toBe(1);
  await expect.poll(count(requests, '"none"', '"400"', '"malformed_request"')).toBe(1);
  await expect.poll(count('request_duration_seconds_count', '"login"', '"400"')).toBe(1);
  for (const name of ['passwords_running', 'passwords_waiting', 'store_outages_total'])
    expect(await count(`account_access_${name} `)()).toBe(0);
  expect(await count('process_cpu_seconds_total ')()).toBeGreaterThan(0);
  expect(await count('nodejs_eventloop_lag_p99_seconds ')()).toBeGreaterThanOrEqual(0);
});

test('no label contains request data, and all unknown paths share one label', async () => {
  const server = await serverForTest({ config });
  const internal = internalOf(server);
  const { person, token, id, end } = await addKeyOwner(server, 'canary-label');
  await end();
  for (let count = 0; count < 30; count += 1) {
    await exchange(server, encode({ method: 'GET', target: `/canary-${count}?canary` }));
    await exchange(server, encode({ method: `CANARY${count}`, target: '/v1/auth/login' }));
    await exchange(
      internal,
      encode({ target: `/canary-${count}`, headers: [['Canary', 'canary']] }),
    );
  }
  const labels = new Map<string, Set<string>>();
  await expect
    .poll(async () => {
      labels.clear();
      const { text } = await sendToInternal(internal, metricsOf(internal));
      for (const [, name = '', value = ''] of text.matchAll(/[{,](\w+)="([^"]*)"/g))
        labels.set(name, (labels.get(name) ?? new Set()).add(value));
      return labels.get('operation')?.has('revokeApiKey');
    })
    .toBe(true);

  const words: Readonly<Record<string, RegExp>> = {
    listener: /^(public|internal)$/,
    operation:
      /^(none|login|generateApiKey|revokeApiKey|introspect|introspectMany|getLiveness|getReadiness|getMetrics)$/,
    status: /^(none|[2-5]\d\d)$/,
    reason: /^(ok|peer_gone|[a-z]+(_[a-z]+)*)$/,
    call: /^(accounts|accessTokens|apiKeys|logins|rateLimits|health|encryption)\.[A-Za-z]+$/,
    outcome: /^(done|outage|failed)$/,
    le: /^(\+Inf|[\d.e-]+)$/,
    // Of the process itself.
    ...{ version: /^v[\d.]+$/, major: /^\d+$/, minor: /^\d+$/, patch: /^\d+$/ },
    ...{ kind: /^[a-z]+$/, space: /^[a-z_]+$/, type: /^[A-Za-z]+$/ },
  };
  for (const [name, values] of labels) {
    expect(Object.keys(words)).toContain(name);
    for (const value of values) expect(value, name).toMatch(words[name] ?? /^$/);
    expect(values.size, name).toBeLessThan(30);
    const own = [person.id, person.identity, id, token, '127.0.0.1'];
    for (const value of [...values]) expect(own.filter((text) => value.includes(text))).toEqual([]);
    expect([...values].join(), name).not.toMatch(/canary/i);
  }
});

test('the credential is created once, readable only by its owner, and the socket for owner and group', async () => {
  const folder = temporaryFolder();
  const socket = join(folder, 'internal.sock');
  const credentialFile = join(folder, 'secrets', 'credential');
  const start = () =>
    serverForTest({ config: { internal: { listen: `unix:${socket}`, credentialFile } } });
  const { internal, close } = await start();
  expect(internal?.url).toBe(`unix:${socket}`);
  expect(statSync(credentialFile).mode & 0o777).toBe(0o600);
  expect(statSync(socket).mode & 0o777).toBe(0o660);
  const made = statSync(credentialFile).mtimeMs;
  await close();
  await start();
  expect(statSync(credentialFile).mtimeMs).toBe(made);
});

test('a socket left by a crash is removed, and any other file of its name is not', async () => {
  const folder = temporaryFolder();
  const start = (path: string) =>
    serverForTest({ config: { internal: { listen: `unix:${path}` } } });
  const left = join(folder, 'left.sock');
  const crash = `require('net').createServer().listen(${JSON.stringify(left)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', crash]);
  expect(statSync(left).isSocket()).toBe(true);
  expect((await start(left)).internal?.url).toBe(`unix:${left}`);

  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'keep me');
  await expect(start(file)).rejects.toThrow(`the internal listener cannot use unix:${file}`);
  await expect(start(`/${'a'.repeat(103)}`)).rejects.toThrow('unix:/path of at most 103 bytes');
  expect(readFileSync(file, 'utf8')).toBe('keep me');
});

test('an address in use is reported as the address of the internal listener', async () => {
  const { internal } = await serverForTest({ config });
  const listen = new URL(internal?.url ?? '').host;
  await expect(serverForTest({ config: { internal: { listen } } })).rejects.toThrow(
    `the internal listener cannot use ${listen}`,
  );
});
