import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../../generated/contract.ts';
import { createMock } from '../../../mock/create-mock.ts';
import { startMockServer } from '../../../mock/server.ts';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import type { ExampleEntry } from '../../../scripts/docs/downloads/example-files.ts';
import { exampleFiles, exampleIndex } from '../../../scripts/docs/downloads/example-files.ts';
import { postmanCollection } from '../../../scripts/docs/downloads/postman.ts';
import { readSources, type Sources } from '../../../scripts/docs/sources.ts';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { validateResponse } from '../../support/http/validate-response.ts';

interface Item {
  readonly id?: string;
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string; readonly disabled?: boolean }[];
    readonly url: {
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly variable?: readonly { readonly key: string; readonly value: string }[];
    };
    readonly auth?: { readonly type: string };
    readonly body?: { readonly mode: string; readonly raw: string };
  };
  readonly response?: readonly { readonly code: number; readonly body: string }[];
  readonly event?: readonly {
    readonly listen: string;
    readonly script: { readonly exec: readonly string[] };
  }[];
}

let sources: Sources;
let text: string;
let collection: {
  readonly info: { readonly name: string; readonly schema: string };
  readonly auth: {
    readonly type: string;
    readonly bearer: readonly { readonly key: string; readonly value: string }[];
  };
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly Item[];
};
let requests: Item[];

beforeAll(async () => {
  sources = await readSources(join(import.meta.dirname, '../../..'));
  text = await postmanCollection(sources.document);
  collection = JSON.parse(text);
  const all = (items: readonly Item[]): Item[] => items.flatMap((one) => (one.item ? all(one.item) : [one]));
  requests = all(collection.item);
});

test('the Postman collection declares version 2.1, and has its required fields', () => {
  expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  expect(collection.info.name).toBe(sources.document.info.title);
  const methods = Object.values(operations).map(({ method }) => method);
  for (const { name, request } of requests) {
    expect(name).not.toBe('');
    expect(request?.url.host).toEqual(['{{base_url}}']);
    expect(methods).toContain(request?.method);
  }
  const variables = collection.variable.map(({ key }) => key);
  for (const [, name] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(variables).toContain(name);
});

test('the Postman collection has every operation, with an example of each of its responses', () => {
  const operations = operationsOf(sources.document);
  expect(requests.map(({ name }) => name)).toEqual(operations.map(({ operation }) => operation.summary));
  for (const [at, { operation, method, path }] of operations.entries()) {
    const { request, response = [] } = requests[at] ?? {};
    expect(request?.method).toBe(method.toUpperCase());
    expect(`/${request?.url.path.join('/')}`).toBe(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const codes = new Set(response.map(({ code }) => String(code)));
    expect([...codes].toSorted()).toEqual(Object.keys(operation.responses).toSorted());
  }
});

test('the Postman collection has no secret in it, not even one of the examples', () => {
  const secrets = [...sources.texts.values()].join().match(/a(?:at|ak)_[0-9A-Za-z]{49}/g) ?? [];
  expect(secrets.length).toBeGreaterThan(2);
  for (const secret of [...secrets, 'correct horse', 'one if by land', demoAccounts.plain.password])
    expect(text).not.toContain(secret);
  // The introduction, which is the description of the collection, shows a one-time code.
  expect(JSON.stringify(collection.item)).not.toContain('492039');
  for (const name of ['password', 'otp', 'access_token'])
    expect(collection.variable).toContainEqual(expect.objectContaining({ key: name, value: '' }));
});

test('the Postman collection is the same for the same contract', async () => {
  expect(await postmanCollection(sources.document)).toBe(text);
});

test('the Postman collection sends no optional header until the user enables it', () => {
  const headers = requests.flatMap(({ request }) => request?.header ?? []);
  expect(headers.filter(({ disabled }) => disabled).map(({ key }) => key)).toEqual(['Idempotency-Key']);
});

test('the requests of the Postman collection work on the mock, one after the other, and carry the token and the id', async () => {
  const { url, close } = await startMockServer(createMock());
  onTestFinished(close);
  const { identity, password } = demoAccounts.plain;
  const values = new Map(collection.variable.map(({ key, value }) => [key, value]));
  values.set('base_url', url).set('identity', identity).set('password', password);
  const fill = (template: string) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_all, name) => values.get(name) ?? '');

  for (const item of requests) {
    const { name, request } = item;
    if (request === undefined) throw new Error(`${name} has no request`);
    const path = request.url.path.map((step) => {
      const variable = request.url.variable?.find(({ key }) => step === `:${key}`);
      return variable === undefined ? step : encodeURIComponent(fill(variable.value));
    });
    const headers = new Headers(
      request.header
        .filter(({ disabled }) => disabled !== true)
        .map(({ key, value }) => [key, fill(value)] as [string, string]),
    );
    const [token] = collection.auth.bearer;
    if (request.auth?.type !== 'noauth') headers.set('Authorization', `Bearer ${fill(token?.value ?? '')}`);
    const target = `/${path.join('/')}`;
    const response = await fetch(fill(request.url.host.join('.')) + target, {
      method: request.method,
      headers,
      ...(request.body && { body: fill(request.body.raw) }),
    });
    const body = Buffer.from(await response.arrayBuffer());
    const received = { status: response.status, headers: [...response.headers], body };
    const { status } = validateResponse(received, { method: request.method, target });
    expect(status.code, name).toBe(200);
    runScripts(item, JSON.parse(body.toString()), values);
  }
  for (const item of requests) runScripts(item, { data: { errors: [] } }, values);
  expect(values.get('access_token')).toMatch(/^aat_/);
  expect(values.get('api_key_id')).toMatch(/^key_/);
});

/** Runs the scripts of a request after its response, with the part of Postman's interface that they use. */
function runScripts({ event = [] }: Item, response: object, variables: Map<string, string>): void {
  const pm = { response: { json: () => response }, collectionVariables: variables };
  for (const { listen, script } of event)
    if (listen === 'test') runInNewContext(script.exec.join('\n'), { pm });
}

test('every named example is a file, and the list says where each belongs', () => {
  const { document } = sources;
  const files = new Map(
    exampleFiles(document).map(({ path, content }) => [path, JSON.parse(content.toString())]),
  );
  const list: ExampleEntry[] = JSON.parse(exampleIndex(document));
  expect(list.map(({ file }) => `downloads/${file}`)).toEqual([...files.keys()]);
  expect(files.get('downloads/examples/login/401/otp_required.json')).toMatchObject({
    status: { code: 401, reason: 'otp_required' },
  });
  expect(files.get('downloads/examples/login/request/plain_login.json')).toHaveProperty('identity');
  expect(files.get('downloads/examples/revoke-api-key/id/revoked.json')).toMatch(/^key_/);
  const shared = Object.keys(document.components?.examples ?? {}).length;
  expect(files.size).toBeGreaterThan(shared);
  for (const { operation, part, name, file } of list) {
    expect(operationsOf(document).map((entry) => entry.operation.operationId)).toContain(operation);
    if (/^\d+$/.test(part)) expect(String(files.get(`downloads/${file}`).status.code), name).toBe(part);
  }
});
