import { ok } from 'node:assert';
import { type ZodTypeAny, z } from 'zod';
import document from './document.json';
import { schemas } from './generated/openapi-zod-client/api';
import { loginBody } from './generated/orval/schemas';
import values from './values.json';

// Every example of a body, through the schemas of openapi-zod-client.
const byName: Readonly<Record<string, ZodTypeAny>> = schemas;
let examples = 0;
visit(document);
ok(examples > 0, 'the document has no examples');

// The texts that a field accepts or rejects. In a response every text is a token.
const objects = {
  LoginRequest: [schemas.LoginRequest, loginBody],
  LoginResult: [schemas.LoginResult],
  GenerateApiKeyResult: [schemas.GenerateApiKeyResult],
};
for (const [name, fields] of Object.entries(values)) {
  for (const [field, { accepted, rejected }] of Object.entries(fields)) {
    for (const { shape } of objects[name as keyof typeof objects]) {
      // Fields are looked up by their names in a file.
      const schema = (shape as Readonly<Record<string, ZodTypeAny>>)[field];
      ok(schema !== undefined, `${name} has no ${field}`);
      const describe = (verdict: string, value: string) =>
        `${name}.${field} ${verdict} ${JSON.stringify(value)}`;
      for (const value of accepted) ok(schema.safeParse(value).success, describe('rejects', value));
      for (const value of rejected)
        ok(!schema.safeParse(value).success, describe('accepts', value));
    }
  }
}

interface Node {
  readonly $ref?: string;
  readonly oneOf?: readonly Node[];
  readonly schema?: Node;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

function visit(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  // A body has a named schema; parameters and headers have their own.
  const { schema, examples: own = {} } = node as Node;
  const validator = schema && schemaOf(schema);
  if (validator !== undefined)
    for (const [name, example] of Object.entries(own)) {
      const { success, error } = validator.safeParse(example.value);
      ok(success, `${name}: ${error?.message}`);
      examples += 1;
    }
  for (const child of Object.values(node)) visit(child);
}

function schemaOf({ $ref, oneOf }: Node): ZodTypeAny | undefined {
  if ($ref !== undefined) return byName[$ref.slice($ref.lastIndexOf('/') + 1)];
  const [first, second, ...others] = (oneOf ?? []).map(schemaOf).filter((one) => one !== undefined);
  return first && second && z.union([first, second, ...others]);
}
