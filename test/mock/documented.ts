import { readFileSync } from 'node:fs';
import type { Document } from '../../scripts/contract/document.ts';
import { operationsOf, resolve } from '../../scripts/contract/operations.ts';

interface Value {
  readonly status: { readonly message: string; readonly reason?: string };
  readonly data?: unknown;
}

/** Every named response of the contract, read without the mock's own code. */
export function createDocumentedResponses() {
  const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
  return operationsOf(document).flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).flatMap(([code, response]) => {
      const { content = {} } = resolve(document, response).element;
      const { examples = {} } = content['application/json'] ?? {};
      return Object.entries(examples).map(([example, reference]) => ({
        operation: operation.operationId,
        method: method.toUpperCase(),
        target: path.replace('{id}', 'key_0123456789abcdefABCDEF'),
        hasBody: operation.requestBody !== undefined,
        code: Number(code),
        example,
        // The linter checks the examples against the schema of the envelope.
        value: resolve(document, reference).element.value as Value,
      }));
    }),
  );
}
