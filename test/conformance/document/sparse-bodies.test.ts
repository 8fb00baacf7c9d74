import { expect, test } from 'vitest';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';
import { runDocument } from './run-document.ts';

const time = { type: 'string', format: 'date-time' };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Meals', version: '1' },
  paths: {
    '/meals': {
      post: {
        operationId: 'addMeal',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['kind'],
                properties: {
                  kind: { type: 'string', enum: ['soup', 'salad'] },
                  start: { ...time, example: '2026-05-17T09:30:00Z' },
                  timer: { type: ['integer', 'null'] },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'Added' }, 400: { description: 'Invalid' } },
      },
    },
  },
});

/** A server that needs a start or a timer. The careless one reads the timer wherever it is named. */
async function runOnMeals(isCareless: boolean) {
  const { url } = await serverForTest(
    jsonListener(({ method, json, headers }) => {
      if (method !== 'POST') return [405, undefined, { allow: 'POST' }];
      const { kind, start, timer, ...others } = objectIn(json) ?? {};
      const isTyped =
        headers['content-type'] === 'application/json' &&
        (kind === 'soup' || kind === 'salad') &&
        (start === undefined || /^\d{4}-\d\d-\d\dT/.test(String(start))) &&
        (timer === undefined || timer === null || Number.isInteger(timer)) &&
        Object.keys(others).length === 0;
      if (!isTyped) return [400];
      if (start !== undefined || typeof timer === 'number') return [201];
      return isCareless && timer === null ? [500] : [400, { detail: 'start is required' }];
    }),
  );
  const { broken } = await runDocument(url, document, {}, { fuzz: false });
  return broken;
}

test('a body with only what is required, and null in the rest, must not make a server fail', async () => {
  expect(await runOnMeals(true)).toHaveProperty(['responses/no-server-error']);
  expect(await runOnMeals(false)).not.toHaveProperty(['responses/no-server-error']);
});
