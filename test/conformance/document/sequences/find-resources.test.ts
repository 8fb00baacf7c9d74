import { describe, expect, test } from 'vitest';
import { readOperations } from '../../../../conformance/engine/document/model/operation.ts';
import { parseApiDocument } from '../../../../conformance/engine/document/read/read-document.ts';
import { findResources } from '../../../../conformance/engine/document/sequences/resources/find-resources.ts';
import { serviceDocumentSuite } from '../../../../conformance/suite/service-document.ts';
import contract from '../../../../generated/openapi.json' with { type: 'json' };

const ok = 'responses: { 200: { description: ok } }';

function resourcesOf(paths: string) {
  const document = parseApiDocument(`openapi: 3.1.0\npaths:\n${paths}`);
  return findResources(document, readOperations(document)).map(
    ({ create, path }) => `${create.id} ${path}`,
  );
}

test('the keys of this contract can only be deleted, so that no sequence reads them', () => {
  const document = parseApiDocument(JSON.stringify(contract));
  const [key, ...others] = findResources(document, readOperations(document));
  expect([key?.create.id, key?.remove?.id, key?.read, others]).toEqual([
    'generateApiKey',
    'revokeApiKey',
    undefined,
    [],
  ]);
  const ids = serviceDocumentSuite(contract).checks.map(({ id }) => id);
  expect(
    ids.filter((id) => /created-is|updated-is|deleted-is|needs-(owner|credentials)/.test(id)),
  ).toEqual([]);
});

test('names connect nothing without a creation', () => {
  const found = resourcesOf(`
  /books: { get: { ${ok} } }
  /books/{id}: { get: { ${ok} }, put: { ${ok} } }
  /jobs: { post: { ${ok} } }
  /jobs/{id}/log: { get: { ${ok} } }`);
  expect(found).toEqual([]);
});

const made = 'responses: { 201: { description: new } }';
const withId = (name: string) =>
  `responses: { 200: { description: new, content: { application/json: { schema: { type: object, properties: { ${name}: {} } } } } } }`;

describe('names connect a creation with', () => {
  test.each([
    [
      'what can only be deleted',
      `/jobs: { post: { operationId: run, ${ok} } }
  /jobs/{id}: { delete: { ${ok} } }`,
      'run /jobs/{id}',
    ],
    [
      'a path of two ids',
      `/networks: { post: { operationId: join, ${ok} } }
  /networks/{address}/{prefix}: { delete: { ${ok} } }`,
      'join /networks/{address}/{prefix}',
    ],
    [
      'a path with the noun of the creation in the singular',
      `/silences: { post: { operationId: mute, ${withId('silenceID')} } }
  /silence/{silenceID}: { get: { ${ok} } }`,
      'mute /silence/{silenceID}',
    ],
    [
      'a path whose parameter has the noun',
      `/bookings: { post: { operationId: book, ${made} } }
  /manage/{bookingId}: { get: { ${ok} } }`,
      'book /manage/{bookingId}',
    ],
    [
      'a flat path, from inside another resource',
      `/users/{id}/orders: { post: { operationId: order, ${made} } }
  /orders/{id}: { get: { ${ok} } }`,
      'order /orders/{id}',
    ],
  ])('%s', (_what, paths, expected) => {
    expect(resourcesOf(`\n  ${paths}`)).toEqual([expected]);
  });

  test.each([
    [
      'the invoice of what it creates',
      `/bookings: { post: { ${made} } }
  /bookings/{bookingId}/notes: { get: { ${ok} } }
  /bookings/{bookingId}: { get: { ${ok} } }
  /invoices/{bookingId}: { get: { ${ok} } }`,
    ],
    [
      'what needs another id',
      `/orders: { post: { ${made} } }
  /users/{user}/orders/{id}: { get: { ${ok} } }`,
    ],
    [
      'a search',
      `/orders/search: { post: { ${ok} } }
  /orders/{id}: { get: { ${ok} } }`,
    ],
  ])('not %s', (_what, paths) => {
    expect(
      resourcesOf(`\n  ${paths}`).filter((one) => !one.endsWith('/bookings/{bookingId}')),
    ).toEqual([]);
  });

  test('several that are created at once', () => {
    const document = parseApiDocument(`openapi: 3.1.0
paths:
  /books: { post: { operationId: add, ${made} } }
  /books/bulk: { post: { operationId: addMany, ${made} } }
  /books/bulk-delete: { post: { operationId: removeMany, ${made} } }
  /books/{id}: { delete: { ${ok} } }`);
    const [books] = findResources(document, readOperations(document));
    expect(books?.others.map(({ id }) => id)).toEqual(['addMany']);
  });
});

describe('links', () => {
  const linked = (link: string, create = 'createOrder', path = '/checkout') => `
  ${path}:
    post: { operationId: ${create}, responses: { 201: { description: new, links: { a: ${link} } } } }
  /orders/{orderId}: { get: { operationId: getOrder, ${ok} } }
  /customers/{customerId}: { get: { operationId: getCustomer, ${ok} }, delete: { ${ok} } }`;

  test.each([
    [
      'a named id',
      '{ operationId: getOrder, parameters: { path.orderId: $response.body#/order/orderId } }',
    ],
    ['a location', '{ operationId: getOrder, parameters: { orderId: $response.header.Location } }'],
    [
      'a reference',
      "{ operationRef: '#/paths/~1orders~1{orderId}/get', parameters: { orderId: '{$response.body#/id}' } }",
    ],
  ])('connect an operation with what it creates by %s', (_name, link) => {
    expect(resourcesOf(linked(link))).toEqual(['createOrder /orders/{orderId}']);
  });

  test.each([
    [
      'the customer of a new order',
      '{ operationId: getCustomer, parameters: { customerId: $response.body#/customerId } }',
    ],
    [
      'what the request names',
      '{ operationId: getOrder, parameters: { orderId: $request.body#/orderId } }',
    ],
    ['a constant', '{ operationId: getOrder, parameters: { orderId: 7 } }'],
    [
      'an unknown operation',
      '{ operationId: getNothing, parameters: { orderId: $response.body#/id } }',
    ],
    [
      'another document',
      '{ operationRef: orders.yaml#/paths/~1orders/get, parameters: { orderId: $response.body#/id } }',
    ],
  ])('do not make a resource of %s', (_name, link) => {
    expect(resourcesOf(linked(link))).toEqual([]);
  });

  test.each([
    ['createCustomerOrder', '/customers/{customerId}/orders', 'customerId'],
    ['createOrderForCustomer', '/checkout', 'customer/id'],
  ])(
    'do not make a resource of the customer of an order that %s creates',
    (create, path, field) => {
      const link = `{ operationId: getCustomer, parameters: { customerId: $response.body#/${field} } }`;
      expect(resourcesOf(linked(link, create, path)).join()).not.toContain(
        '/customers/{customerId}',
      );
    },
  );
});
