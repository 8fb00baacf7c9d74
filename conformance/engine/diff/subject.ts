import { methods } from '../document/model/operation.ts';
import { fieldsOf, type JsonObject, pointerParts } from '../document/model/pointer.ts';
import { below, rootOf } from './place.ts';

/** A short name for an element: `LoginRequest.password`, `POST /v1/auth/login 200 Retry-After`. */
export function subjectOf(document: JsonObject, pointer: string): string {
  const steps = pointerParts(pointer);
  const [section, name = '', method = ''] = steps;
  if (section === undefined) return 'the document';
  if (section === 'components' && steps.length > 2) return method + restOf(document, steps, 3);
  if (section === 'paths' && method === 'additionalOperations')
    return `${steps[3] ?? method} ${name}${restOf(document, steps, 4)}`;
  if (section === 'paths' && methods.includes(method))
    return `${method.toUpperCase()} ${name}${restOf(document, steps, 3)}`;
  return steps.join(' ').replace(/^paths /, '');
}

/** The short name of what follows in a pointer. Steps that only structure the document are left out. */
function restOf(document: JsonObject, steps: readonly string[], from: number): string {
  const [step, next = ''] = steps.slice(from);
  if (step === undefined) return '';
  const rest = (used: number) => restOf(document, steps, from + used);
  if (step === 'properties') return `.${next}${rest(2)}`;
  if (step === 'items') return `[]${rest(1)}`;
  if (step === 'schema') return rest(1);
  if (step === 'allOf') return rest(2);
  if (step === 'requestBody') return ` body${rest(1)}`;
  if (step === 'content') return (next === 'application/json' ? '' : ` ${next}`) + rest(2);
  if (step === 'responses' || step === 'headers') return ` ${next}${rest(2)}`;
  if (step === 'parameters') {
    const place = below(rootOf(document), ...steps.slice(0, from + 2));
    return ` ${fieldsOf(place?.value).name}${rest(2)}`;
  }
  return ` ${step}${rest(1)}`;
}
