import { Digits, writeJson } from '../../bounded/digits.ts';
import { cookiePairs, formPairs, headerText, pathText, scalarText } from '../../http/parameters.ts';
import type { Header, Request } from '../../http/request.ts';
import { NotSent } from '../../not-sent.ts';
import { type Encoding, isJson, type Media } from '../model/media.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { fieldsOf } from '../model/pointer.ts';
import { bodyMedia, parameterKey, type RequestValues } from './request-values.ts';

export function buildRequest(operation: Operation, values: RequestValues): Request {
  const given = ({ contentType, ...parameter }: Parameter) => {
    const value = values.parameters[parameterKey(parameter)];
    return contentType === undefined || value === undefined
      ? value
      : contentText(value, contentType);
  };
  const placed = (place: Parameter['in']) =>
    operation.parameters.filter(
      (parameter) => parameter.in === place && given(parameter) !== undefined,
    );
  const path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? pathText(given(parameter), parameter) : whole;
  });
  requireSameDepth(operation.path, path);
  const query = placed('query').flatMap((parameter) => formPairs(given(parameter), parameter));
  const cookies = placed('cookie').flatMap((parameter) => cookiePairs(given(parameter), parameter));
  const headers: Header[] = placed('header').map((parameter) => [
    parameter.name,
    headerText(given(parameter), parameter),
  ]);
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const written = writeBody(values, bodyMedia(operation));
  return {
    method: operation.method,
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: [...headers, ...(written ? [['Content-Type', written.type] as const] : [])],
    ...(written && { body: written.body }),
    settings: { operation: operation.id },
  };
}

/** Clients and servers remove these segments, encoded too, and the one before (RFC 3986, 5.2.4): it would be another path. */
const dots = /^(\.|%2e){1,2}$/i;

/** @throws NotSent if a value from a document or a server turns a part of the path into one of them. */
function requireSameDepth(template: string, path: string): void {
  const [written, segments] = [template.split('/'), path.split('/')];
  const wrong = segments.find((segment, at) => dots.test(segment) && segment !== written[at]);
  if (wrong !== undefined)
    throw new NotSent(`cannot be sent: "${wrong}" as a part of the path ${template}`, 'missing');
}

function writeBody(
  { body, mediaType }: RequestValues,
  media: Media | undefined,
): { type: string; body: string } | undefined {
  if (body === undefined || mediaType === undefined) return undefined;
  if (isJson(mediaType)) {
    return {
      type: mediaType.includes('*') ? 'application/json' : mediaType,
      body: writeJson(body),
    };
  }
  if (mediaType.startsWith('application/x-www-form-urlencoded')) {
    const pairs = Object.entries(fieldsOf(body)).flatMap(([name, value]) =>
      fieldPairs(name, value, media?.encoding[name] ?? {}),
    );
    return { type: mediaType, body: pairs.join('&') };
  }
  if (mediaType.startsWith('multipart/form-data')) {
    const boundary = 'contract-test-boundary';
    const parts = partsOf(body).map(([key, value, isStructured]) => {
      const type = media?.parts[key] ?? (isStructured ? 'application/json' : undefined);
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
  return { type: mediaType, body: typeof body === 'string' ? body : writeJson(body) };
}

/** The parts of a form. Nothing stands for `null`. */
function partsOf(body: unknown): [name: string, text: string, isStructured: boolean][] {
  return Object.entries(fieldsOf(body)).flatMap(([key, value]) =>
    [value]
      .flat()
      .flatMap((item): [string, string, boolean][] =>
        item === null || item === undefined
          ? []
          : [[key, scalarText(item), typeof item === 'object' && !(item instanceof Digits)]],
      ),
  );
}

/** The pairs of one field of a form. Without an `encoding`, a list is a pair for each item, and an object is JSON. */
function fieldPairs(name: string, value: unknown, encoding: Encoding): string[] {
  if (value === null || value === undefined) return [];
  const { contentType, style, explode, allowReserved } = encoding;
  const isStyled = style !== undefined || explode !== undefined || allowReserved === true;
  const plain = { name, style: 'form', explode: true };
  if (isStyled)
    return formPairs(value, {
      name,
      style: style ?? 'form',
      explode: explode ?? (style ?? 'form') === 'form',
      allowReserved: allowReserved === true,
    });
  if (contentType !== undefined && isJson(contentType)) return formPairs(writeJson(value), plain);
  const items = [value].flat().filter((item) => item !== null && item !== undefined);
  return formPairs(items.map(scalarText), plain);
}

/** The text of a parameter with `content`. */
function contentText(value: unknown, contentType: string): string {
  return isJson(contentType) ? writeJson(value) : scalarText(value);
}
