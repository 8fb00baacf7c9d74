import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { convertV2, type Options } from 'openapi-to-postmanv2';
import type { Document } from '../../contract/document.ts';
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
}

interface Request {
  auth?: Auth | null;
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
 * The contract as a Postman collection v2.1, with variables for the base address, the access token and whatever else a user
 * fills in. It contains no secret, not even those of the examples. The same contract gives the same collection.
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
  const secrets = new Set(secretFields(document).keys());
  for (const item of collection.item) amend(item, '', secrets);
  return `${JSON.stringify(collection, null, 2).replaceAll('{{baseUrl}}', '{{base_url}}')}\n`;
}

function variables({ variable }: Collection): Collection['variable'] {
  const empty = (key: string, description: string) => ({ key, value: '', type: 'string', description });
  return [
    ...variable.filter(({ key }) => key !== 'baseUrl'),
    { key: 'identity', value: 'demo@example.com', type: 'string', description: 'Who logs in.' },
    empty('password', 'Keep it in an environment of your own, as a secret.'),
    empty('otp', 'A one-time code, for users with multi-factor authentication.'),
    empty('access_token', 'data.access_token of a login.'),
    empty('api_key_id', 'data.id of a generated key.'),
  ];
}

function amend(item: Item, path: string, secrets: ReadonlySet<string>): void {
  const here = `${path}/${item.name}`;
  for (const child of item.item ?? []) amend(child, here, secrets);
  if (item.request === undefined) return;
  item.id = idOf(here);
  amendRequest(item.request, secrets);
  // A request that needs credentials takes those of the collection.
  if (item.request.auth === null) item.request.auth = { type: 'noauth' };
  else delete item.request.auth;
  for (const [at, saved] of (item.response ?? []).entries()) {
    saved.id = idOf(`${here}/${at}`);
    saved.header = saved.header.filter(({ value }) => value !== '');
    saved.body = replace(saved.body, (name) => (secrets.has(name) ? `<${name}>` : undefined));
    amendRequest(saved.originalRequest, secrets);
  }
}

function amendRequest(request: Request, secrets: ReadonlySet<string>): void {
  const { body } = request;
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
