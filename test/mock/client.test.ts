import { fileURLToPath } from 'node:url';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../client/index.ts';
import { defineSuite } from '../../conformance/engine/suite.ts';
import { service } from '../../conformance/suite/checks/service.ts';
import { serviceDocumentSuite } from '../../conformance/suite/service-document.ts';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { mswHandlers } from '../../mock/msw.ts';
import { demoProfile, runService } from '../mutants/run-against.ts';
import { type Prism, startPrism } from '../support/command/prism.ts';
import { contractErrors } from '../support/http/contract-errors.ts';
import { credentialsOf } from '../support/server/people.ts';
import { timedCheck } from '../support/timed-check.ts';
import { createDocumentedResponses } from './documented.ts';
import { base, logInAt, mockServerForTest, plain } from './in-process.ts';

// A test that waits for a response here waits for the machine.
const patient = { random: () => 0, timeout: 300_000 };

describe('with msw', () => {
  const elsewhere = 'http://elsewhere.example';
  const mock = createMock({ otp: '000000' });
  const network = setupServer(
    ...mswHandlers(http, mock, base),
    http.all(`${elsewhere}/*`, () => HttpResponse.text('from elsewhere')),
  );
  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => {
    network.resetHandlers();
    mock.reset();
  });
  afterAll(() => network.close());

  // The global fetch is read when it is called: msw has put its own there.
  const client = createClient({ baseUrl: base, credentials: credentialsOf(plain), ...patient });

  test('a connection that is reset is a failure of the network', async () => {
    mock.use('reset');
    await expect(fetch(`${base}/v1/auth/login`, { method: 'POST' })).rejects.toThrow(TypeError);
    const result = await client.result.login(credentialsOf(plain));
    expect(result).toMatchObject({ ok: false, failure: { reason: 'no_response' } });
  });

  test('Prefer selects a documented response, and the controls are there too', async () => {
    const response = await logInAt(base, { Prefer: 'code=429' });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(await (await fetch(`${base}/__mock/journal`)).json()).toMatchObject({
      data: { entries: [{ operation: 'login', status: 429 }] },
    });
  });

  test('other addresses are left to other handlers', async () => {
    expect(await (await fetch(`${elsewhere}/v1/auth/login`, { method: 'POST' })).text()).toBe(
      'from elsewhere',
    );
    expect(mock.journal()).toEqual([]);
  });
});

test('the contract tests find nothing on the mock but CORS for browsers', async () => {
  const server = await mockServerForTest();
  const suites = [defineSuite(service), serviceDocumentSuite()];
  const options = { profile: demoProfile, suites, strict: true };
  const { outcomes, stopReason, leftovers } = await runService(server.url, options);
  const found = outcomes.filter(({ kind }) => kind !== 'passed' && kind !== 'skipped');
  expect(found.map(({ check }) => check).filter((check) => check !== timedCheck)).toEqual([
    'headers/no-cors',
  ]);
  expect({ stopReason, leftovers }).toEqual({ stopReason: undefined, leftovers: [] });
  expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(100);
});

test('after a bug of the mock the response follows the contract, the bug is reported, and the mock keeps running', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  // The server uses nothing else of a mock.
  const broken = {
    basePath: '',
    exchange: () => Promise.reject(new Error('a bug')),
  } as unknown as Mock;
  const server = await mockServerForTest(broken);
  for (const _ of ['once', 'and again']) {
    const response = await fetch(`${server.url}/v1/auth/login`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      status: { code: 500, reason: 'internal_error' },
    });
  }
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message: 'a bug' }));
});

const contract = fileURLToPath(new URL('../../generated/openapi.yaml', import.meta.url));

describe('Prism on the contract', () => {
  let prism: Prism;
  beforeAll(async () => {
    prism = await startPrism(contract);
  });
  afterAll(() => prism?.stop());

  // Prism does not look under `default` where the code has a response of its own.
  const all = createDocumentedResponses();
  const selectable = all.filter(
    ({ operation, code, isDefault }) =>
      !isDefault ||
      !all.some(
        (other) => !other.isDefault && other.operation === operation && other.code === code,
      ),
  );

  test.each(selectable)('$operation returns $code $example', async (documented) => {
    const { method, target, hasBody, code, example, value } = documented;
    const response = await fetch(prism.url + target, {
      method,
      headers: {
        Prefer: `code=${code}, example=${example}`,
        Authorization: 'Bearer a-token',
        ...(hasBody && { 'Content-Type': 'application/json' }),
      },
      ...(hasBody && { body: target.endsWith('login') ? '{"identity":"a@example.com"}' : '{}' }),
    });
    expect(response.status).toBe(code);
    const json = await response.json();
    expect(json).toEqual(value);
    // Prism sends `null` for a header that is a boolean.
    const header = (name: string) => response.headers.get(name)?.replace(/^null$/, '') || undefined;
    expect(contractErrors({ method, target }, { status: code, json, header })).toEqual([]);
  });
});
