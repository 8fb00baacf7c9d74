import { readFileSync } from 'node:fs';
import type { Document } from '../../scripts/contract/document.ts';
import { examplesOf, operationsOf } from '../../scripts/contract/operations.ts';
import type { Envelope } from '../support/http/validate-response.ts';

/** Every named response of the contract, read without the mock's own code. */
export function createDocumentedResponses() {
  const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
  return operationsOf(document).flatMap((entry) => {
    const { path, method, operation } = entry;
    const responses = examplesOf(document, entry).filter(({ isResponse }) => isResponse);
    return responses.map(({ part, name, example }) => {
      // The linter checks the examples against the schema of the envelope.
      const value = example.value as Envelope;
      return {
        operation: operation.operationId,
        method: method.toUpperCase(),
        target: path.replace('{id}', 'key_0123456789abcdefABCDEF'),
        hasBody: operation.requestBody !== undefined,
        code: value.status.code,
        isDefault: part === 'default',
        example: name,
        value,
      };
    });
  });
}
