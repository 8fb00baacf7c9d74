import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { TestServer } from '../server/test-server.ts';
import { encode, exchange, type Listening, type Request } from './send-request.ts';

const bundle = JSON.parse(
  readFileSync(
    new URL('../../../operator/internal/contract/internal.json', import.meta.url),
    'utf8',
  ),
);
const ajv = addFormats.default(new Ajv2020({ strict: false }));
ajv.addSchema(bundle, 'internal');

/** The internal listener of a server, and its credential. */
export interface Internal extends Listening {
  readonly credential: string;
}

export function internalOf({ internal }: Pick<TestServer, 'internal'>): Internal {
  if (internal === undefined) throw new Error('the server has no internal listener');
  const credential = readFileSync(internal.credentialFile, 'utf8').trim();
  return { port: Number(new URL(internal.url).port), credential };
}

/** Sends a request to the internal listener, and validates the response against `openapi/internal.yaml`. */
export async function sendToInternal(internal: Listening, request: Request) {
  const { method = 'POST', target } = request;
  const { status, headers, body } = await exchange(internal, encode(request));
  const header = (name: string) => headers.find(([other]) => other === name.toLowerCase())?.[1];
  const text = body.toString();
  expect(header('cache-control')).toBe('no-store');
  expect(header('x-content-type-options')).toBe('nosniff');
  if (status === 401) expect(header('www-authenticate')).toMatch(/^Bearer realm="internal"/);
  const type = header('content-type')?.split(';')[0];
  if (type === 'text/plain') return { status, json: {}, text, header };
  const json: Readonly<Record<string, unknown>> = JSON.parse(text);
  if (type === 'application/problem+json') {
    expect(ajv.validate({ $ref: 'internal#/components/schemas/Problem' }, json), text).toBe(true);
    expect(json.status).toBe(status);
  } else {
    const response =
      status === 200
        ? `#/paths/~1${target.slice(1)}/${method.toLowerCase()}/responses/200`
        : '#/components/responses/NotReady';
    const schema = { $ref: `internal${response}/content/application~1json/schema` };
    expect(ajv.validate(schema, json), text).toBe(true);
  }
  return { status, json, text, header };
}

/** What `/ready` says of a server. */
export const readinessOf = async (server: Pick<TestServer, 'internal'>) =>
  (await sendToInternal(internalOf(server), { method: 'GET', target: '/ready' })).json;

/** The result of introspection, with the right credential. */
export async function introspect(internal: Internal, token: string): Promise<unknown> {
  const response = await sendToInternal(internal, {
    target: '/introspect',
    token: internal.credential,
    headers: [form],
    body: new URLSearchParams({ token }).toString(),
  });
  expect(response.status).toBe(200);
  return response.json;
}

export const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
