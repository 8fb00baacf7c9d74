import { readFileSync } from 'node:fs';
import type { Document } from '../../scripts/contract/document.ts';
import { operationsOf, resolve } from '../../scripts/contract/operations.ts';

interface Value {
  readonly status: { readonly code: number; readonly message: string; readonly reason?: string };
  readonly data?: unknown;
}

/** Every named response of the contract, read without the mock's own code. */
export function createDocumentedResponses() {
  const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
  return operationsOf(document).flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const { content = {} } = resolve(document, response).element;
      const { examples = {} } = content['application/json'] ?? {};
      return Object.entries(examples).map(([example, reference]) => {
        // The linter checks the examples against the schema of the envelope.
        const value = resolve(document, reference).element.value as Value;
        return {
          operation: operation.operationId,
          method: method.toUpperCase(),
          target: path.replace('{id}', 'key_0123456789abcdefABCDEF'),
          hasBody: operation.requestBody !== undefined,
          code: value.status.code,
          isDefault: status === 'default',
          example,
          value,
        };
      });
    }),
  );
}
