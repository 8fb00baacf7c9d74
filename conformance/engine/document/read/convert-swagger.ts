import { type ApiDocument, createApiDocument, holdsData, mapKeys } from '../model/api-document.ts';
import { methods } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer } from '../model/pointer.ts';

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

/** A Swagger 2.0 document whose references are all local, as OpenAPI 3.0. Shared parameters and responses become part of each operation. */
export function convertSwagger(root: JsonObject): JsonObject {
  const swagger = createApiDocument(root, '3.0');
  const { info, tags, externalDocs, security, definitions, paths, ...others } = root;
  const extensions = Object.entries(others).filter(([name]) => name.startsWith('x-'));
  return {
    openapi: '3.0.3',
    ...given({ info, tags, externalDocs, security }),
    ...given({ servers: serversOf(root) }),
    paths: mapObjects(paths, (_, at) => convertPath(swagger, at), '/paths'),
    components: {
      schemas: convertSchema(definitions ?? {}, true),
      securitySchemes: mapObjects(root.securityDefinitions, (scheme) => convertScheme(scheme), ''),
    },
    // Other files contain schemas; their other parts are in the operations now.
    ...Object.fromEntries(extensions.map(([name, value]) => [name, convertSchema(value, false)])),
  };
}

function mapObjects(
  map: unknown,
  convert: (value: JsonObject, at: string) => JsonObject,
  at = '',
): JsonObject {
  const entries = Object.entries(fieldsOf(map));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      isJsonObject(value) && !name.startsWith('x-') ? convert(value, at + pointer(name)) : value,
    ]),
  );
}

function convertPath(swagger: ApiDocument, at: string): JsonObject {
  const item = swagger.resolve(at);
  const entries = Object.entries(item?.value ?? {}).filter(([name]) => name !== 'parameters');
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      methods.includes(name) && isJsonObject(value)
        ? convertOperation(swagger, [`${item?.pointer}`, `${item?.pointer}/${name}`])
        : value,
    ]),
  );
}

/** @param places the path and the operation: both have parameters */
function convertOperation(swagger: ApiDocument, places: readonly string[]): JsonObject {
  const [path, operation] = places.map((place) => swagger.resolve(place)?.value ?? {});
  const { consumes, produces, schemes, parameters: _list, responses, ...rest } = operation ?? {};
  // An operation over WebSocket has another address.
  const isSocket = Array.isArray(schemes) && schemes.length > 0 && schemes.every(isSocketScheme);
  const servers = isSocket ? serversOf({ ...swagger.root, schemes }) : undefined;
  const sent = mediaTypes(consumes ?? swagger.root.consumes);
  const returned = mediaTypes(produces ?? swagger.root.produces);
  const parameters = [path, operation].flatMap((holder, index) => {
    const list = holder?.parameters;
    const keys = Array.isArray(list) ? [...list.keys()] : [];
    return keys.map((at) => swagger.resolve(`${places[index]}/parameters/${at}`)?.value ?? {});
  });
  // Parameters of the operation replace those of the path.
  const unique = [...new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])).values()];
  const inBody = unique.filter((one) => one.in === 'body' || one.in === 'formData');
  const body = convertBody(inBody, sent);
  return {
    ...rest,
    ...(servers && { servers }),
    parameters: unique.filter((one) => !inBody.includes(one)).map(convertParameter),
    ...(body && { requestBody: body }),
    responses: mapObjects(
      responses,
      (_response, at) => convertResponse(swagger.resolve(at)?.value ?? {}, returned),
      `${places[1]}/responses`,
    ),
  };
}

function convertBody(
  parameters: readonly JsonObject[],
  consumes: readonly string[],
): JsonObject | undefined {
  const [first] = parameters;
  const body = parameters.find((one) => one.in === 'body');
  if (body !== undefined) {
    const media = { schema: convertSchema(body.schema ?? {}, false) };
    const types = consumes.length > 0 ? consumes : ['application/json'];
    const { description, required } = body;
    return {
      ...given({ description, required }),
      content: Object.fromEntries(types.map((type) => [type, media])),
    };
  }
  if (first === undefined) return undefined;
  const hasFile = parameters.some((one) => one.type === 'file');
  const listed = consumes.filter((type) => type === multipart || (type === form && !hasFile));
  const required = parameters.filter((one) => one.required === true).map(({ name }) => name);
  const properties = parameters.map((one) => [
    one.name,
    { ...schemaOf(one), ...given({ description: one.description }) },
  ]);
  const lists = parameters
    .filter((one) => one.type === 'array')
    .map((one) => [one.name, styleOf(one)]);
  const media = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    ...(lists.length > 0 && { encoding: Object.fromEntries(lists) }),
    ...given({ example: exampleOf(parameters) }),
  };
  const types = listed.length > 0 ? listed : [hasFile ? multipart : form];
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, media])),
  };
}

/** The examples of the fields of a form, if those that are required have one. */
function exampleOf(parameters: readonly JsonObject[]): JsonObject | undefined {
  const shown = parameters.filter((one) => one['x-example'] !== undefined);
  const isWhole = parameters.every((one) => one.required !== true || shown.includes(one));
  if (shown.length === 0 || !isWhole) return undefined;
  return Object.fromEntries(shown.map((one) => [one.name, one['x-example']]));
}

function convertParameter(parameter: JsonObject): JsonObject {
  const {
    name,
    in: where,
    required,
    description,
    allowEmptyValue,
    'x-example': example,
  } = parameter;
  return {
    ...given({ name, in: where, required, description, allowEmptyValue, example }),
    schema: schemaOf(parameter),
    ...(parameter.type === 'array' && styleOf(parameter)),
  };
}

const inQuery: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};
const elsewhere: Readonly<Record<string, string>> = {
  ssv: 'simpleSpaces',
  tsv: 'simpleTabs',
  pipes: 'simplePipes',
};

/** `collectionFormat`, with styles beyond those of OpenAPI 3, which has fewer. */
function styleOf({ collectionFormat, in: where }: JsonObject): JsonObject {
  const format = String(collectionFormat);
  if (where === 'path' || where === 'header') return { style: elsewhere[format] ?? 'simple' };
  return { style: inQuery[format] ?? 'form', explode: format === 'multi' };
}

const notInSchema = new Set(
  'name in required description allowEmptyValue collectionFormat x-example'.split(' '),
);

/** What a parameter or header, which has no `schema`, says about its value. */
function schemaOf(holder: JsonObject): JsonObject {
  const keywords = Object.entries(holder).filter(([name]) => !notInSchema.has(name));
  return fieldsOf(convertSchema(Object.fromEntries(keywords), false));
}

function convertResponse(response: JsonObject, produces: readonly string[]): JsonObject {
  const { schema, headers, examples, ...rest } = response;
  const values = fieldsOf(examples);
  const declared =
    schema === undefined ? Object.keys(values) : produces.length > 0 ? produces : ['*/*'];
  const content = declared.map((type) => {
    const example = Object.hasOwn(values, type) ? values[type] : undefined;
    return [type, given({ schema: schema && convertSchema(schema, false), example })];
  });
  const convertHeader = (header: JsonObject) => ({
    ...given({ description: header.description }),
    ...(header.type === 'array' && styleOf({ ...header, in: 'header' })),
    schema: schemaOf(header),
  });
  return {
    ...rest,
    ...(isJsonObject(headers) && { headers: mapObjects(headers, convertHeader) }),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

/** A schema, or a map of them, with the keywords of OpenAPI 3.0. */
function convertSchema(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => convertSchema(item, false));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => {
    if (isMap) return [key, convertSchema(child, false)];
    if (key === '$ref')
      return [key, String(child).replace(/^#\/definitions\//, '#/components/schemas/')];
    if (key === 'x-nullable') return ['nullable', child];
    if (key === 'discriminator' && typeof child === 'string') return [key, { propertyName: child }];
    return [key, holdsData(key, child) ? child : convertSchema(child, mapKeys.has(key))];
  });
  const converted = Object.fromEntries(entries);
  if (isMap || converted.type !== 'file') return converted;
  return { ...converted, type: 'string', format: 'binary' };
}

function convertScheme(scheme: JsonObject): JsonObject {
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2') return scheme;
  const names: Record<string, string> = {
    application: 'clientCredentials',
    accessCode: 'authorizationCode',
  };
  const name = names[String(flow)] ?? String(flow);
  return {
    ...rest,
    type,
    flows: { [name]: { ...given({ authorizationUrl, tokenUrl }), scopes: scopes ?? {} } },
  };
}

const isSocketScheme = (scheme: unknown) => scheme === 'ws' || scheme === 'wss';

function serversOf({ host, basePath, schemes }: JsonObject): JsonObject[] | undefined {
  const path = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : '';
  if (typeof host !== 'string') return path === '' ? undefined : [{ url: path }];
  const listed = Array.isArray(schemes) && schemes.length > 0 ? schemes : ['https'];
  return listed.map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

function mediaTypes(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
