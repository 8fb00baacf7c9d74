import { pointerParts } from '../../conformance/document/model/pointer.ts';

/**
 * The name of the element of the bundled contract that a JSON Pointer leads to: `LoginResult.access_token` in a component,
 * `login.security` in an operation, otherwise the last step.
 */
export function elementOf(document: unknown, pointer: string): string {
  const keys = pointerParts(pointer);
  let value = document;
  let name: string[] = [];
  let isSchema = false;
  for (const [at, key] of keys.entries()) {
    value = fieldOf(value, key);
    if (isSchema ? keys[at - 1] === 'properties' : !unnamed.test(key) || keys.length === 1) name.push(key);
    if (keys[at - 1] === 'schemas') isSchema = true;
    const operation = fieldOf(value, 'operationId');
    if (typeof operation === 'string') name = [operation];
    for (let ref = fieldOf(value, '$ref'); typeof ref === 'string'; ref = fieldOf(value, '$ref')) {
      const steps = ref.split('/').slice(1);
      value = steps.reduce(fieldOf, document);
      name = steps.slice(-1);
      isSchema = steps.includes('schemas');
    }
  }
  return name.join('.');
}

// Steps that only lead on to others.
const unnamed = /^(?:paths|components|schemas|securitySchemes)$/;

function fieldOf(value: unknown, name: string): unknown {
  const isKnown = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  // An object may have fields of any name.
  return isKnown ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
