import { expect, test } from 'vitest';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const first = '9007199254740993';
const longest = '9223372036854775807';

const document = `{
  "openapi": "3.1.0", "info": { "title": "Ledger", "version": "1" },
  "paths": {
    "/entries": { "post": {
      "requestBody": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Sent" } } } },
      "responses": { "201": { "description": "Created", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Made" } } } }, "400": { "description": "Invalid" } }
    } },
    "/entries/{id}": {
      "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }, "example": ${first} }],
      "get": { "responses": { "200": { "description": "OK", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Made" } } } }, "400": { "description": "Invalid" }, "404": { "description": "Unknown" } } },
      "delete": { "responses": { "204": { "description": "Deleted" }, "400": { "description": "Invalid" }, "404": { "description": "Unknown" } } }
    }
  },
  "components": { "schemas": {
    "Sent": { "type": "object", "required": ["amount"], "properties": { "amount": { "type": "integer", "minimum": 0, "maximum": ${longest}, "example": ${longest} } } },
    "Made": { "type": "object", "required": ["id", "amount"], "properties": { "id": { "type": "integer" }, "amount": { "type": "integer", "maximum": ${longest} } } }
  } }
}`;
/** A ledger with long ids. `keep` is what becomes of an amount in its database. */
async function ledger(keep: (amount: string) => string, most = longest) {
  const entries = new Map<string, string>();
  let next = BigInt(first);
  const { url } = await serverForTest(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const [, id] = /^\/entries(?:\/(\d+))?$/.exec(String(request.url)) ?? [];
    const send = (status: number, body = '') =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (!/^\/entries(\/[^/]*)?$/.test(String(request.url))) return send(404, '{}');
    const allowed = request.url === '/entries' ? 'POST' : 'GET, DELETE';
    if (!allowed.includes(String(request.method)))
      return response.writeHead(405, { allow: allowed }).end();
    if (request.method === 'POST') {
      if (request.headers['content-type'] !== 'application/json') return send(400, '{}');
      const amount = /^\{"amount":(\d+)\}$/.exec(text)?.[1];
      if (amount === undefined || BigInt(amount) > BigInt(most)) return send(400, '{}');
      const made = String(next++);
      entries.set(made, keep(amount));
      return send(201, `{"id":${made},"amount":${entries.get(made)}}`);
    }
    if (id === undefined) return send(400, '{}');
    const amount = entries.get(id);
    if (amount === undefined) return send(404, '{}');
    if (request.method === 'GET') return send(200, `{"id":${id},"amount":${amount}}`);
    entries.delete(id);
    return response.writeHead(204).end();
  });
  return { url, entries };
}

test.each([
  ['JSON', document],
  ['YAML', `# A comment makes it YAML\n${document}`],
])(
  'keeps the digits of long integers in a document in %s, in values and in ids',
  async (_format, text) => {
    const { url, entries } = await ledger((amount) => amount);
    const { broken, sent, outcomes, leftovers } = await runDocument(url, text, {}, { fuzz: false });
    expect(broken).toEqual({});
    expect(sent.some((request) => request.endsWith(`{"amount":${longest}}`))).toBe(true);
    expect(sent.some((request) => request.startsWith(`GET /entries/${first} `))).toBe(true);
    const readable = outcomes.find(({ check }) => check.startsWith('document/created-is-readable'));
    expect(readable?.kind).toBe('passed');
    expect(leftovers).toEqual([]);
    expect(entries.size).toBe(0);
  },
);

test('reports a server that rounds long integers', async () => {
  const { url } = await ledger((amount) =>
    String(BigInt(Math.trunc(Number(amount))) - (BigInt(amount) > 2n ** 53n ? 1025n : 0n)),
  );
  const { broken } = await runDocument(url, document, {}, { fuzz: false });
  expect(Object.keys(broken)).toContainEqual(expect.stringContaining('created-is-readable'));
});

test('sends the bounds of long integers with all digits, and reports a server that accepts one more', async () => {
  const text = document.replace(`, "example": ${longest}`, '');
  const right = await ledger((amount) => amount);
  const run = await runDocument(right.url, text, {}, { fuzz: false });
  expect(run.broken).toEqual({});
  for (const amount of [longest, '9223372036854775808'])
    expect(run.sent.some((request) => request.endsWith(`{"amount":${amount}}`))).toBe(true);

  const wrong = await ledger((amount) => amount, '9223372036854775808');
  const { broken } = await runDocument(wrong.url, text, {}, { fuzz: false });
  expect(Object.keys(broken)).toContainEqual(expect.stringMatching(/invalid/));
});

const least = '-9223372036854775808';
const rows: readonly (readonly [schema: string, right: string, wrong: string])[] = [
  [`"maximum": ${longest}`, longest, '9223372036854775808'],
  [`"minimum": ${least}`, least, '-9223372036854775809'],
  [`"exclusiveMaximum": ${longest}`, '9223372036854775806', longest],
  [`"maximum": ${longest}, "exclusiveMaximum": true`, '9223372036854775806', longest],
  [`"exclusiveMinimum": ${least}`, '-9223372036854775807', least],
  [`"allOf": [{ "maximum": ${longest} }, { "minimum": 0 }]`, longest, '9223372036854775808'],
  [`"multipleOf": ${first}`, '18014398509481986', '18014398509481985'],
  ['"multipleOf": 2', '9007199254740994', first],
  [`"enum": [1, ${longest}]`, longest, '9223372036854775806'],
  [`"const": ${longest}`, longest, '9223372036854775806'],
  ['"maximum": 9007199254740991', '9007199254740991', '9007199254740992'],
];

const amountDocument = (schema: string) => `{
  "openapi": "3.1.0", "info": { "title": "Amounts", "version": "1" },
  "paths": { "/amounts": { "get": { "responses": { "200": { "description": "OK", "content": { "application/json": { "schema": ${schema} } } } } } } }
}`;

/** What a run says of the body of the only response. */
async function judge(schema: string, body: string) {
  const { url } = await serverForTest((request, response) => {
    const isKnown = request.url?.startsWith('/amounts') && request.method === 'GET';
    response
      .writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
      .end(isKnown ? body : '{}');
  });
  const { broken } = await runDocument(url, schema, {}, { fuzz: false });
  return Object.keys(broken).filter((check) => check === 'document/response-schema');
}

test.each(rows)('judges an integer by all digits of %s', async (keywords, right, wrong) => {
  const text = amountDocument(
    `{ "type": "object", "properties": { "amount": { "type": "integer", ${keywords} } } }`,
  );
  const yaml = `# A comment makes it YAML\n${text}`;
  for (const schema of [text, yaml]) {
    expect(await judge(schema, `{"amount":${right}}`)).toEqual([]);
    expect(await judge(schema, `{"amount":${wrong}}`)).toEqual(['document/response-schema']);
  }
  const whole = amountDocument(`{ "type": "integer", ${keywords} }`);
  expect(await judge(whole, right)).toEqual([]);
  expect(await judge(whole, wrong)).toEqual(['document/response-schema']);
});

test('tells long integers in a list apart', async () => {
  const text = amountDocument('{ "type": "array", "uniqueItems": true }');
  expect(await judge(text, `[${first},9007199254740992,{"a":[${first}]}]`)).toEqual([]);
  expect(await judge(text, `[${first},1,${first}]`)).toEqual(['document/response-schema']);
});
