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

test('this contract has no resource: its keys cannot be read', () => {
  const document = parseApiDocument(JSON.stringify(contract));
  expect(findResources(document, readOperations(document))).toEqual([]);
  const ids = serviceDocumentSuite(contract).checks.map(({ id }) => id);
  expect(
    ids.filter((id) => /created-is|updated-is|deleted-is|needs-(owner|credentials)/.test(id)),
  ).toEqual([]);
});

test('names connect nothing without a creation and a read', () => {
  const found = resourcesOf(`
  /books: { get: { ${ok} } }
  /books/{id}: { get: { ${ok} }, put: { ${ok} } }
  /jobs: { post: { ${ok} } }
  /jobs/{id}: { patch: { ${ok} }, delete: { ${ok} } }
  /jobs/{id}/log: { get: { ${ok} } }`);
  expect(found).toEqual([]);
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
      expect(resourcesOf(linked(link, create, path))).toEqual([]);
    },
  );
});
