import { expect, test } from 'vitest';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument, stopAfter } from './run-document.ts';

const fields = Array.from({ length: 25 }, (_, at) => `field${at}`);

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Survey', version: '1' },
  paths: {
    '/answers': {
      post: {
        operationId: 'answer',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: fields,
                properties: Object.fromEntries(
                  fields.map((name) => [name, { type: 'string', minLength: 1, maxLength: 20 }]),
                ),
              },
            },
          },
        },
        responses: { 201: { description: 'created' }, 422: { description: 'invalid' } },
      },
    },
  },
});

const isValid = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && [...value].length <= 20;

/** A survey that takes these values where the document forbids them. */
function survey(accepts: (field: string, value: unknown) => boolean) {
  return ({ method, path, json }: Received): Reply => {
    if (path !== '/answers') return [404];
    if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
    const body = objectIn(json);
    const isRight = (name: string) => isValid(body?.[name]) || accepts(name, body?.[name]);
    return body !== undefined && fields.every(isRight) ? [201] : [422];
  };
}

const check = 'document/invalid-body/answer';

async function answer(accepts: (field: string, value: unknown) => boolean, rounds = 1) {
  const { url } = await serverForTest(jsonListener(survey(accepts)));
  const run = await runDocument(url, document, {}, { fuzz: false, ...stopAfter(rounds, check) });
  const requests = run.outcomes.find((one) => one.check === check)?.requests ?? 0;
  return { broken: run.broken[check] ?? [], requests };
}

test('of a body with many fields, some invalid forms are sent, among them a wrong type and a violation of each field', async () => {
  const { broken, requests } = await answer((field) => field === 'field0' || field === 'field24');
  expect(requests).toBeLessThan(130);
  for (const field of ['field0', 'field24']) {
    expect(broken.some((text) => text.includes(`/${field} must be string`))).toBe(true);
    expect(broken.some((text) => text.includes(`'${field}'`))).toBe(true);
  }
});

test('every wrong type is sent in some of many fields', async () => {
  const types = new Set<string>();
  await answer((_, value) => {
    types.add(Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
    return false;
  });
  expect(types).toEqual(
    new Set(['array', 'boolean', 'null', 'number', 'object', 'string', 'undefined']),
  );
});

test('with --thorough, the rounds send all of them', async () => {
  const accepts = (field: string, value: unknown) =>
    field === 'field7' && (value === 1 || value === 1.5 || value === true || value === null);
  const once = await answer(accepts);
  const often = await answer(accepts, 6);
  expect(once.broken.length).toBeLessThan(often.broken.length);
  expect(often.broken).toHaveLength(4);
});
