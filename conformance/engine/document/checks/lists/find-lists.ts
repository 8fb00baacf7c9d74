import { isTotalName } from '../../../judge/lists.ts';
import type { DocumentModel } from '../../document-model.ts';
import { isJson } from '../../model/media.ts';
import type { Operation } from '../../model/operation.ts';
import { type ParameterRole, parameterRoles } from '../../model/parameter-roles.ts';
import { isJsonObject, type JsonObject } from '../../model/pointer.ts';
import type { Resource } from '../../sequences/resources/find-resources.ts';
import { plainName } from '../../sequences/resources/names.ts';
import { fieldSchemas } from '../../values/field-schemas.ts';
import { typeOf } from '../../values/sample.ts';

/** An operation that lists things, and what its parameters do. */
export interface List {
  readonly operation: Operation;
  /** What it lists, if the tests can create that. */
  readonly resource: Resource | undefined;
  /** The fields of its items, by name. */
  readonly fields: Readonly<Record<string, JsonObject>>;
  readonly roles: readonly ParameterRole[];
  /** Whether its response has the number of items, or of pages. */
  readonly saysTotal: boolean;
}

export function findLists(model: DocumentModel): List[] {
  return model.operations.flatMap((operation) => {
    if (operation.method !== 'GET' || /\}\/?$/.test(operation.path)) return [];
    const resource = resourceIn(model, operation);
    const item = itemSchema(model, operation);
    if (item === undefined && resource === undefined) return [];
    const fields = { ...(resource && sentFields(model, resource)), ...item };
    const roles = parameterRoles(operation.parameters, model.requests, fields);
    return [{ operation, resource, fields, roles, saysTotal: saysTotal(model, operation) }];
  });
}

export function roleOf(list: List, kind: ParameterRole['kind']): ParameterRole | undefined {
  const named = list.roles.filter((role) => role.kind === kind);
  return named.find(({ isSure }) => isSure) ?? named[0];
}

function resourceIn({ resources }: DocumentModel, operation: Operation): Resource | undefined {
  return resources.find(({ list, create }) => list === operation && create.method === 'POST');
}

/** The schema of a response, and those of the fields in it, down to that of `data.items`. */
function responseSchemas({ responses }: DocumentModel, operation: Operation) {
  const media = operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((response) => response.media.filter(({ type }) => isJson(type)));
  const pointer = media.find(({ schema }) => schema !== undefined)?.schema;
  if (pointer === undefined) return [];
  const root = responses.schemaAt(pointer);
  const inside = Object.entries(fieldSchemas(root, responses));
  const deeper = inside.flatMap(([, one]) => Object.entries(fieldSchemas(one, responses)));
  return [['', root] as const, ...inside, ...deeper];
}

/** The fields of an item, by the schema of a successful response. Undefined: it is no list. */
function itemSchema(model: DocumentModel, operation: Operation) {
  for (const [, candidate] of responseSchemas(model, operation)) {
    if (!isJsonObject(candidate) || typeOf(candidate) !== 'array') continue;
    const fields = fieldSchemas(candidate.items, model.responses);
    if (Object.keys(fields).length > 0) return fields;
  }
  return undefined;
}

function saysTotal(model: DocumentModel, operation: Operation): boolean {
  const fields = responseSchemas(model, operation).map(([name]) => name);
  const headers = operation.responses.flatMap((one) => one.headers.map(([name]) => name));
  return [...fields, ...headers].some(isTotalName);
}

function sentFields({ requests }: DocumentModel, { create }: Resource) {
  const schema = create.body?.media.find(({ type }) => isJson(type))?.schema;
  return schema === undefined ? {} : fieldSchemas(requests.schemaAt(schema), requests);
}

/** The value of a field of an item; of `customer: {id: 7}`, the id. */
export function valueIn(row: JsonObject, field: string): unknown {
  const wanted = plainName(field);
  const value = Object.entries(row).find(([name]) => plainName(name) === wanted)?.[1];
  return isJsonObject(value) ? (value.id ?? value.uuid) : value;
}
