import { parseApiDocument } from '../../../conformance/engine/document/read/read-document.ts';
import {
  createValidator,
  problemsIn,
} from '../../../conformance/engine/document/schema/validator.ts';

export interface Given {
  readonly openapi?: string;
  readonly direction?: 'request' | 'response';
  readonly others?: object;
}

/** Judges values by a schema of a document that also has others. */
export function validate(
  tested: object,
  { openapi = '3.1.0', direction = 'response', others = {} }: Given = {},
) {
  const schemas = { tested, ...others };
  // References of schemas are followed only where an operation uses them.
  const content = Object.keys(schemas).map((name) => [
    `text/${name}`,
    { schema: { $ref: `#/components/schemas/${name}` } },
  ]);
  const get = { responses: { 200: { content: Object.fromEntries(content) } } };
  const document = parseApiDocument(
    JSON.stringify({ openapi, paths: { '/': { get } }, components: { schemas } }),
  );
  const validator = createValidator(document, direction);
  const at = '/components/schemas/tested';
  return {
    validator,
    at,
    judge: (value: unknown) => validator.check(at, value),
    check: (value: unknown) => problemsIn(validator.check(at, value)),
    formats: (value: unknown) => validator.checkFormats(at, value),
    /** `keyword` of what is left out, with where it is below the components. */
    gaps: () =>
      validator
        .gapsAt(at)
        .map((gap) => `${gap.at.replace('/components/schemas/', '')} ${gap.keyword}`),
  };
}
