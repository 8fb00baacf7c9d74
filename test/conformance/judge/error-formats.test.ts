import { expect, test } from 'vitest';
import { hasResponse } from '../../../conformance/engine/check.ts';
import { blamesIn } from '../../../conformance/engine/judge/error-formats.ts';
import { jsonListener } from '../json-listener.ts';
import { targetOf } from '../test-server.ts';

/** The places that a rejection with this body names: `body items/0/sku`. */
async function blamed(body: unknown): Promise<string[]> {
  const target = await targetOf(jsonListener(() => [422, body]));
  const exchange = await target.send({ method: 'GET', target: '/' });
  if (!hasResponse(exchange)) throw new Error('no response');
  return blamesIn(exchange).map(({ in: place, at }) =>
    [place, at.join('/')].filter((part) => part !== undefined).join(' '),
  );
}

test.each([
  [
    'FastAPI',
    { detail: [{ loc: ['body', 'items', 0, 'sku'], msg: 'Field required' }] },
    'body items/0/sku',
  ],
  [
    'Spring',
    { errors: [{ objectName: 'order', field: 'customerId', defaultMessage: 'must not be null' }] },
    'customerId',
  ],
  [
    'Spring problem',
    { violations: [{ field: 'lines[0].quantity', message: 'must be less than 10' }] },
    'lines/0/quantity',
  ],
  [
    'NestJS',
    { statusCode: 400, message: ['items.0.sku should not be empty'], error: 'Bad Request' },
    'items/0/sku',
  ],
  ['Rails', { errors: { name: ["can't be blank"] } }, 'name'],
  ['Rails, sentences', { errors: ['email must be an address'] }, 'email'],
  [
    'Directus',
    { errors: [{ message: 'Value is required.', extensions: { field: 'storage', path: [] } }] },
    'storage',
  ],
  ['Django REST', { name: ['This field is required.'] }, 'name'],
  ['Django REST, nested', { address: { city: ['This field is required.'] } }, 'address/city'],
  [
    'Laravel',
    { message: 'The given data was invalid.', errors: { 'items.0.sku': ['is required'] } },
    'items/0/sku',
  ],
  [
    'express-validator',
    { errors: [{ type: 'field', msg: 'Invalid value', path: 'limit', location: 'query' }] },
    'query limit',
  ],
  [
    'Ajv',
    [
      {
        instancePath: '/size',
        message: "must have required property 'width'",
        params: { missingProperty: 'width' },
      },
    ],
    'size/width',
  ],
  [
    'Fastify',
    { statusCode: 400, error: 'Bad Request', message: 'querystring/limit must be integer' },
    'query limit',
  ],
  [
    'Fastify, missing',
    { statusCode: 400, message: "body must have required property 'name'" },
    'body name',
  ],
  [
    'RFC 9457',
    { type: 'about:blank', errors: [{ pointer: '#/age', detail: 'must be positive' }] },
    'age',
  ],
  ['RFC 7807', { 'invalid-params': [{ name: 'age', reason: 'must be positive' }] }, 'age'],
  [
    'JSON:API',
    { errors: [{ detail: 'is too short', source: { pointer: '/data/attributes/name' } }] },
    'data/attributes/name',
  ],
  ['Zod', { issues: [{ path: ['start'], message: 'Invalid datetime' }] }, 'start'],
  [
    'go-playground',
    {
      error:
        "Key: 'Order.CustomerID' Error:Field validation for 'CustomerID' failed on the 'required' tag",
    },
    'CustomerID',
  ],
])('reads the field that a rejection of %s names', async (_framework, body, place) => {
  expect(await blamed(body)).toEqual([place]);
});

test.each([
  ['a sentence', { message: 'No such customer' }],
  ['a code', { code: 'E17', status: 400, title: 'Bad Request', detail: 'Something is wrong' }],
  ['no JSON', undefined],
])('names no field for %s', async (_name, body) => {
  expect(await blamed(body)).toEqual([]);
});
