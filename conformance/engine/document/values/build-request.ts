import type { Header, Request } from '../../http/request.ts';
import { isJson } from '../model/media.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { fieldsOf, isJsonObject } from '../model/pointer.ts';
import { bodyMedia, parameterKey, type RequestValues } from './request-values.ts';

export function buildRequest(operation: Operation, values: RequestValues): Request {
  const given = (parameter: Parameter) => values.parameters[parameterKey(parameter)];
  const placed = (place: Parameter['in']) =>
    operation.parameters.filter(
      (parameter) => parameter.in === place && given(parameter) !== undefined,
    );
  const path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? pathText(parameter, given(parameter)) : whole;
  });
  const query = placed('query').flatMap((parameter) => queryPairs(parameter, given(parameter)));
  const cookies = placed('cookie').flatMap((parameter) => queryPairs(parameter, given(parameter)));
  const headers: Header[] = placed('header').map((parameter) => [
    parameter.name,
    simpleText(given(parameter)),
  ]);
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const written = writeBody(values, bodyMedia(operation)?.parts ?? {});
  return {
    method: operation.method,
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: [...headers, ...(written ? [['Content-Type', written.type] as const] : [])],
    ...(written && { body: written.body }),
    settings: { operation: operation.id },
  };
}

function writeBody(
  { body, mediaType }: RequestValues,
  types: Readonly<Record<string, string>>,
): { type: string; body: string } | undefined {
  if (body === undefined || mediaType === undefined) return undefined;
  if (isJson(mediaType)) {
    return {
      type: mediaType.includes('*') ? 'application/json' : mediaType,
      body: JSON.stringify(body),
    };
  }
  if (mediaType.startsWith('application/x-www-form-urlencoded')) {
    return {
      type: mediaType,
      body: formPairs(body)
        .map(([key, value]) => `${encode(key)}=${encode(value)}`)
        .join('&'),
    };
  }
  if (mediaType.startsWith('multipart/form-data')) {
    const boundary = 'contract-test-boundary';
    const parts = formPairs(body).map(([key, value, isStructured]) => {
      const type = types[key] ?? (isStructured ? 'application/json' : undefined);
      // A part with a type of its own is a file, but for JSON.
      const file =
        type === undefined || type === 'application/json' ? '' : `; filename="${key}.bin"`;
      const head = `Content-Disposition: form-data; name="${key.replaceAll('"', '%22')}"${file}`;
      return `--${boundary}\r\n${head}${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n${value}\r\n`;
    });
    return {
      type: `multipart/form-data; boundary=${boundary}`,
      body: `${parts.join('')}--${boundary}--\r\n`,
    };
  }
  return { type: mediaType, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** The pairs of a form. Nothing stands for `null`. */
function formPairs(body: unknown): [name: string, text: string, isStructured: boolean][] {
  return Object.entries(fieldsOf(body)).flatMap(([key, value]) =>
    [value]
      .flat()
      .flatMap((item): [string, string, boolean][] =>
        item === null || item === undefined
          ? []
          : [[key, scalarText(item), typeof item === 'object']],
      ),
  );
}

function pathText({ name, style, explode }: Parameter, value: unknown): string {
  const flat = parts(value, explode, style === 'matrix' ? ';' : ',');
  if (style === 'label') return `.${flat}`;
  if (style !== 'matrix') return flat;
  return isJsonObject(value) && explode ? `;${flat}` : `;${encode(name)}=${flat}`;
}

function parts(value: unknown, explode: boolean, separator: string): string {
  if (Array.isArray(value)) return value.map((item) => encode(scalarText(item))).join(',');
  if (!isJsonObject(value)) return encode(scalarText(value));
  const pairs = Object.entries(value).map(([key, item]) => [encode(key), encode(scalarText(item))]);
  return explode ? pairs.map((pair) => pair.join('=')).join(separator) : pairs.flat().join(',');
}

function queryPairs({ name, style, explode, schema }: Parameter, value: unknown): string[] {
  // A parameter with `content` is sent as JSON.
  if (schema === undefined) return [`${encode(name)}=${encode(JSON.stringify(value))}`];
  if (Array.isArray(value)) {
    const items = value.map((item) => encode(scalarText(item)));
    if (explode) return items.map((item) => `${encode(name)}=${item}`);
    const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
    return [`${encode(name)}=${items.join(separator)}`];
  }
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).map(
      ([key, item]) => [encode(key), encode(scalarText(item))] as const,
    );
    if (style === 'deepObject')
      return pairs.map(([key, item]) => `${encode(name)}[${key}]=${item}`);
    if (explode) return pairs.map(([key, item]) => `${key}=${item}`);
    return [`${encode(name)}=${pairs.flat().join(',')}`];
  }
  return [`${encode(name)}=${encode(scalarText(value))}`];
}

function simpleText(value: unknown): string {
  if (Array.isArray(value)) return value.map(scalarText).join(',');
  return isJsonObject(value)
    ? Object.entries(value).flat().map(scalarText).join(',')
    : scalarText(value);
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
