import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OperationId } from '../server/http/operation.ts';
import { type Fault, Problem } from '../server/http/problem.ts';
import type { Contract } from './contract.ts';

/** Holds a body against the contract. @throws Problem validation_failed */
export type Validate = (id: OperationId, body: unknown) => void;

export function createValidate(contract: Contract): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  ajv.addSchema(contract, 'contract');
  const schemas = new Map(
    Object.entries(contract.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, pointerTo(path, method)]),
    ),
  );
  const compiled = new Map<string, ValidateFunction>();

  return (id, body) => {
    const validate = compiled.get(id) ?? ajv.compile({ $ref: `contract#${schemas.get(id)}` });
    compiled.set(id, validate);
    if (validate(body) !== true)
      throw new Problem('validation_failed', { faults: (validate.errors ?? []).map(toFault) });
  };
}

function pointerTo(path: string, method: string): string {
  const name = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `/paths/${name}/${method}/requestBody/content/application~1json/schema`;
}

function toFault({ instancePath, keyword: rule, params, message = 'is wrong' }: ErrorObject): Fault {
  const location = `/body${instancePath}`;
  switch (rule) {
    case 'required':
      return { location: `${location}/${params.missingProperty}`, rule, message };
    case 'additionalProperties':
      // The name of a member that the contract does not know is the caller's text, and may be a secret gone astray.
      return { location, rule, message: 'must have no member that the contract does not know' };
    case 'pattern':
      return { location, rule, message: 'must have the form that the contract describes' };
    default:
      return { location, rule, message };
  }
}
