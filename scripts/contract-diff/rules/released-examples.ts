import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract, Finding, Rule } from '../finding.ts';
import { below, children, operationsOf, type Place } from '../tree.ts';

/**
 * What the released contract showed as valid must stay valid: the server still accepts the request, and may still send the
 * response. An old example may lack a field that responses have now.
 */
export const releasedExamples: Rule = {
  name: 'released-examples',
  find(released, later) {
    const [then, now] = [validatorsOf(released), validatorsOf(later)];
    const bodies = bodiesOf(later);
    const found = new Map<string, Omit<Finding, 'rule'>>();
    for (const [key, { media, isResponse }] of bodiesOf(released)) {
      const schema = below(released, media, 'schema');
      const after = bodies.get(key);
      const schemaNow = after && below(later, after.media, 'schema');
      if (schema === undefined || schemaNow === undefined) continue;
      for (const [name, example] of children(released, below(released, media, 'examples'))) {
        const { value } = example.value;
        // An example of a rejected request may not match its own schema.
        if (!then(schema)(value)) continue;
        const validate = now(schemaNow);
        validate(value);
        const [error] = (validate.errors ?? []).filter(
          ({ keyword }) => !isResponse || keyword !== 'required',
        );
        if (error === undefined) continue;
        found.set(example.pointer, {
          impact: 'breaking',
          pointer: example.pointer,
          sentence: `The example ${name} of ${key} is no longer valid: ${error.instancePath || 'it'} ${error.message}.`,
        });
      }
    }
    return [...found.values()];
  },
};

interface Body {
  readonly media: Place;
  readonly isResponse: boolean;
}

function bodiesOf(contract: Contract): ReadonlyMap<string, Body> {
  const bodies = new Map<string, Body>();
  for (const [name, operation] of operationsOf(contract)) {
    for (const [type, media] of children(contract, below(contract, operation, 'requestBody', 'content')))
      bodies.set(`${name} (${type})`, { media, isResponse: false });
    for (const [status, response] of children(contract, below(contract, operation, 'responses'))) {
      for (const [type, media] of children(contract, below(contract, response, 'content')))
        bodies.set(`${name} ${status} (${type})`, { media, isResponse: true });
    }
  }
  return bodies;
}

function validatorsOf(contract: Contract): (schema: Place) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'contract');
  return ({ pointer }) => {
    const $ref = `contract#${pointer.split('/').map(encodeURIComponent).join('/')}`;
    return ajv.getSchema($ref) ?? ajv.compile({ $ref });
  };
}
