import { expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { paths } from '../../support/http/call-operations.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const [ours, others] = ['https://app.example.com', 'https://app.example.com.evil.example'];
const server = await serverForFile({ config: { corsOrigins: [ours] } });
const closed = await serverForFile();

function preflight(url: string, path: string, method: string, origin: string) {
  const headers = { Origin: origin, 'Access-Control-Request-Method': method };
  return fetch(url + path, { method: 'OPTIONS', headers });
}

// Pages may read the first anyway, and have no use for the others.
const forBrowsers = ['Cache-Control', 'X-Content-Type-Options', 'Connection'];
const forPages = Object.values(document.components.responses)
  .flatMap(({ headers }) => Object.keys(headers))
  .filter((name) => !forBrowsers.includes(name));

const operations = [
  [paths.login, 'POST'],
  [paths.generate, 'POST'],
  [paths.revoke('key_0000000000000000000000'), 'DELETE'],
] as const;

test.each(operations)('a page of a configured origin may ask %s', async (path, method) => {
  const sent = await preflight(server.url, path, method, ours);
  expect(sent.status).toBe(204);
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'access-control-allow-origin': ours,
    'access-control-allow-methods': expect.stringContaining(method),
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, traceparent',
    'cache-control': 'no-store',
    vary: 'Origin',
  });
  expect(sent.headers.has('access-control-allow-credentials')).toBe(false);

  const response = await fetch(server.url + path, { method, headers: { Origin: ours } });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.headers.get('access-control-allow-origin')).toBe(ours);
  const exposed = response.headers.get('access-control-expose-headers')?.split(', ');
  expect(exposed).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link', 'Idempotency-Replayed', ...forPages]),
  );
  expect(await response.json()).toHaveProperty('status.trace_id');
});

test('any other origin gets no CORS headers, and Vary is set for caches', async () => {
  for (const origin of [others, 'null', 'http://app.example.com', ours.toUpperCase()]) {
    const sent = await preflight(server.url, paths.login, 'POST', origin);
    expect(sent.status).toBe(405);
    expect(sent.headers.has('access-control-allow-origin')).toBe(false);
    expect(sent.headers.get('vary')).toBe('Origin');
  }
  expect((await fetch(server.url + paths.login, { method: 'POST' })).headers.get('vary')).toBe(
    'Origin',
  );
});

test('where no origin is configured there is no CORS', async () => {
  const sent = await preflight(closed.url, paths.login, 'POST', ours);
  expect(sent.status).toBe(405);
  expect([...sent.headers.keys()].filter((name) => /^(access-control|vary)/.test(name))).toEqual(
    [],
  );
});
