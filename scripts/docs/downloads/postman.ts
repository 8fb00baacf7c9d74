import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { convertV2, type Options } from 'openapi-to-postmanv2';
import type { Document } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { resolve } from '../../contract/resolve.ts';
import { secretFields } from '../../contract/secret-fields.ts';

/** The part of a collection that we change. The whole: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/. */
interface Collection {
  info: { _postman_id: string };
  auth?: Auth;
  variable: { key: string; value: string; type?: string; description?: string }[];
  item: Item[];
}

interface Item {
  id?: string;
  name: string;
  item?: Item[];
  request?: Request;
  response?: SavedResponse[];
  event?: { listen: 'test'; script: { type: 'text/javascript'; exec: string[] } }[];
}

interface Request {
  auth?: Auth | null;
  header?: { key: string; disabled?: boolean }[];
  body?: { raw?: string };
  url: { variable?: { key: string; value: string }[] };
}

interface SavedResponse {
  id: string;
  name: string;
  code: number;
  header: { value: string }[];
  originalRequest: Request;
  body: string;
}

interface Auth {
  type: string;
  bearer?: { key: string; value: string; type: string }[];
}

const convert = promisify(convertV2);
const options: Options = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  includeAuthInfoInExample: false,
};

/**
 * The contract as a Postman collection v2.1, with variables for the base address, the credentials, and what one request takes
 * from the response to another. It contains no secret, not even those of the examples. The same contract gives the same
 * collection.
 */
export async function postmanCollection(document: Document): Promise<string> {
  // The converter writes into what it is given, and declares no type for what it returns.
  const data = structuredClone(document) as unknown as Record<string, unknown>;
  const made = await convert({ type: 'json', data }, options);
  if (made?.result !== true) throw new Error(`The Postman collection cannot be made: ${made?.reason}`);
  const collection = made.output?.[0]?.data as Collection;

  collection.info._postman_id = idOf('collection');
  collection.auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] };
  collection.variable = variables(collection);
  const amendments = {
    secrets: new Set(secretFields(document).keys()),
    optionalHeaders: new Set(optionalHeadersOf(document)),
  };
  for (const item of collection.item) amend(item, '', amendments);
  return `${JSON.stringify(collection, null, 2).replaceAll('{{baseUrl}}', '{{base_url}}')}\n`;
}

function variables({ variable }: Collection): Collection['variable'] {
  const empty = (key: string, description: string) => ({ key, value: '', type: 'string', description });
  return [
    ...variable.filter(({ key }) => key !== 'baseUrl'),
    { key: 'identity', value: 'demo@example.com', type: 'string', description: 'Who logs in.' },
    empty('password', 'Keep it in an environment of your own, as a secret.'),
    empty('otp', 'A one-time code, for users with multi-factor authentication.'),
    empty('access_token', 'Set by the latest login.'),
    empty('api_key_id', 'The key that was generated last.'),
  ];
}

function optionalHeadersOf(document: Document): string[] {
  return operationsOf(document)
    .flatMap(({ parameters }) => parameters.map((parameter) => resolve(document, parameter).element))
    .filter((parameter) => parameter.in === 'header' && parameter.required !== true)
    .map(({ name }) => name);
}

interface Amendments {
  /** The names of the fields. */
  readonly secrets: ReadonlySet<string>;
  readonly optionalHeaders: ReadonlySet<string>;
}

function amend(item: Item, path: string, amendments: Amendments): void {
  const here = `${path}/${item.name}`;
  for (const child of item.item ?? []) amend(child, here, amendments);
  if (item.request === undefined) return;
  item.id = idOf(here);
  const exec = scriptOf(item);
  item.event = exec.length === 0 ? [] : [{ listen: 'test', script: { type: 'text/javascript', exec } }];
  amendRequest(item.request, amendments);
  // A request that needs credentials takes those of the collection.
  if (item.request.auth === null) item.request.auth = { type: 'noauth' };
  else delete item.request.auth;
  for (const [at, saved] of (item.response ?? []).entries()) {
    saved.id = idOf(`${here}/${at}`);
    saved.header = saved.header.filter(({ value }) => value !== '');
    saved.body = replace(saved.body, (name) => (amendments.secrets.has(name) ? `<${name}>` : undefined));
    amendRequest(saved.originalRequest, amendments);
  }
}

/** Which variable takes its value from which field of `data`, in a response that has the first field. */
const carried = [
  ['access_token', 'access_token', 'access_token'],
  ['api_key', 'id', 'api_key_id'],
] as const;

/** What Postman runs after a response: it puts what the next request needs into the variables of the collection. */
function scriptOf({ response = [] }: Item): string[] {
  const success = response.find(({ code }) => code === 200);
  const { data = {} }: { data?: object } = JSON.parse(success?.body ?? '{}');
  const lines = carried
    .filter(([has]) => has in data)
    // Postman keeps a value that a script sets on the user's machine, and does not export it.
    .map(
      ([has, field, variable]) =>
        `if (data?.${has}) pm.collectionVariables.set('${variable}', data.${field});`,
    );
  return lines.length === 0 ? [] : ['const { data } = pm.response.json();', ...lines];
}

function amendRequest(request: Request, { secrets, optionalHeaders }: Amendments): void {
  const { body, header = [] } = request;
  // The user enables those. With the value of the example, a second request would generate no other key.
  for (const one of header) if (optionalHeaders.has(one.key)) one.disabled = true;
  if (body?.raw === undefined) delete request.body;
  else
    body.raw = replace(body.raw, (name) =>
      secrets.has(name) || name === 'identity' ? `{{${name}}}` : undefined,
    );
  for (const variable of request.url.variable ?? [])
    if (variable.key === 'id') variable.value = '{{api_key_id}}';
}

/** A JSON text with other values for some fields, by their names. */
function replace(json: string, valueFor: (name: string) => string | undefined): string {
  const changed = JSON.parse(json, (name, value: unknown) =>
    typeof value === 'string' ? (valueFor(name) ?? value) : value,
  );
  return JSON.stringify(changed, null, 2);
}

// The converter's own ids are random, and two builds of one contract must be the same.
function idOf(path: string): string {
  const hex = createHash('sha256').update(path).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
