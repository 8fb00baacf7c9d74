import { safety } from '../../basis.ts';
import { type CompletedExchange, declaredAs, type ResponseCheck } from '../../check.ts';
import { type Failure, mismatch } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { plainName, wordsOf } from '../sequences/resources/names.ts';
import { forOperations } from './responses.ts';

/** Reports fields such as `passwordHash` where the schema of a response does not have them. */
export function secretFields(model: DocumentModel): ResponseCheck {
  const known = new WeakMap<Operation, ReadonlySet<string> | undefined>();
  const declaredFor = (operation: Operation) => {
    if (!known.has(operation)) known.set(operation, declaredNames(model, operation));
    return known.get(operation);
  };
  return {
    id: 'document/undeclared-secret',
    rule: 'Returns no passwords, hashes, keys or tokens in fields that the schema does not declare.',
    ...safety('document: schema'),
    isRepeatable: true,
    watch: forOperations(model, (operation, exchange) => {
      const declared = declaredFor(operation);
      if (declared === undefined || !isDescribed(model, operation, exchange)) return undefined;
      return secretNames(exchange.response.json?.value, declared, isAboutTokens(operation)).map(
        (name): Failure =>
          model.failure(
            { rule: 'undeclared-secret', operation: operation.id },
            mismatch(`no undeclared field "${name}"`, `"${name}"`, [exchange], {
              key: `${operation.id} ${name}`,
            }),
          ),
      );
    }),
  };
}

/** Whether the document describes the JSON of such a response. */
function isDescribed(
  { status }: DocumentModel,
  { responses }: Operation,
  exchange: CompletedExchange,
) {
  const names = responses.map((one) => one.status);
  const name = declaredAs(String(status(exchange)), names);
  const media = responses.find((one) => one.status === name)?.media ?? [];
  return media.some(({ type, schema }) => isJson(type) && schema !== undefined);
}

/** All names in the schemas of the responses. Undefined: there are none. */
function declaredNames({ responses }: DocumentModel, operation: Operation) {
  const names = new Set<string>();
  const visited = new Set<unknown>();
  const walk = (given: unknown): void => {
    const schema = responses.follow(given);
    if (!isJsonObject(schema) || visited.has(schema)) return;
    visited.add(schema);
    if (isJsonObject(schema.properties))
      for (const [name, property] of Object.entries(schema.properties)) {
        names.add(plainName(name));
        walk(property);
      }
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems'])
      if (Array.isArray(schema[keyword])) for (const one of schema[keyword]) walk(one);
    for (const keyword of ['items', 'additionalProperties', 'if', 'then', 'else'])
      walk(schema[keyword]);
  };
  const media = operation.responses.flatMap((response) => response.media);
  for (const { schema } of media) if (schema !== undefined) walk(responses.schemaAt(schema));
  return names.size === 0 ? undefined : names;
}

// What somebody stores in a free-form object is not the server's: its fields are all undeclared.
const leastDeclared = 2;

function secretNames(
  body: unknown,
  declared: ReadonlySet<string>,
  isAboutTokens: boolean,
): readonly string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (!isJsonObject(value)) return;
    const names = Object.keys(value);
    const described = names.filter((name) => declared.has(plainName(name)));
    for (const name of described.length >= leastDeclared ? names : [])
      if (!declared.has(plainName(name)) && isSecret(value, name, isAboutTokens)) found.add(name);
    for (const inside of Object.values(value)) walk(inside);
  };
  walk(body);
  return [...found];
}

function isSecret(holder: JsonObject, name: string, isAboutTokens: boolean): boolean {
  const value = holder[name];
  // `passwordChangedAt` is no secret, nor is what is masked.
  const isHidden =
    typeof value !== 'string' || value === '' || /^[*•x.]+$|^\d{4}-\d\d-\d\d|^https?:/i.test(value);
  if (isHidden) return false;
  const plain = plainName(name);
  const words = wordsOf(name);
  const has = (...wanted: string[]) => wanted.some((word) => words.includes(word));
  if (/passw(or)?d|passphrase|privatekey|apikey|secretkey|encryptionkey|signingkey/.test(plain))
    return !has('policy', 'hint', 'type', 'status', 'algorithm');
  if (has('salt', 'secret', 'pwd', 'cvv', 'ssn')) return true;
  const isToken =
    words.at(-1) === 'token' && !has('page', 'next', 'continuation', 'sync', 'cursor');
  return isToken && !isAboutTokens;
}

const ofTokens = new Set(
  'auth authenticate login logins session sessions signin signup register token tokens refresh oauth'.split(
    ' ',
  ),
);

/** Who logs in receives a token, also where the document forgets to say so. */
function isAboutTokens({ id, path }: Operation): boolean {
  return [id, path].flatMap(wordsOf).some((word) => ofTokens.has(word));
}
