import { type ApiDocument, entriesAt, type Located } from './api-document.ts';
import { isJsonObject, type JsonObject } from './pointer.ts';

export interface Media {
  readonly type: string;
  readonly schema: string | undefined;
  /** Of each item of a stream (OpenAPI 3.2). */
  readonly itemSchema: string | undefined;
  readonly value: JsonObject;
  /** Of a form: how its fields are written, by name. */
  readonly encoding: Readonly<Record<string, Encoding>>;
  /** Of `multipart/form-data`: the content types of parts, by name, where they are no plain text. */
  readonly parts: Readonly<Record<string, string>>;
}

/** How a field of a form is written, where the document says so. */
export interface Encoding {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export function readMedia(document: ApiDocument, holder: Located): Media[] {
  return entriesAt(document, `${holder.pointer}/content`).map(([type, located]) => ({
    type,
    schema: located.value.schema === undefined ? undefined : `${located.pointer}/schema`,
    itemSchema:
      located.value.itemSchema === undefined ? undefined : `${located.pointer}/itemSchema`,
    value: withExamples(document, located),
    encoding: readEncoding(document, located),
    parts: type.startsWith('multipart/') ? readParts(document, located) : {},
  }));
}

function readEncoding(document: ApiDocument, media: Located): Record<string, Encoding> {
  const entries = entriesAt(document, `${media.pointer}/encoding`).map(([name, { value }]) => {
    const { contentType, style, explode, allowReserved } = value;
    const encoding: Encoding = {
      ...(typeof contentType === 'string' && { contentType }),
      ...(typeof style === 'string' && { style }),
      ...(typeof explode === 'boolean' && { explode }),
      ...(typeof allowReserved === 'boolean' && { allowReserved }),
    };
    return [name, encoding] as const;
  });
  return Object.fromEntries(entries);
}

/** `format: binary`, `contentMediaType`, and `encoding`: what is not one of them is text, or JSON for an object. */
function readParts(document: ApiDocument, media: Located): Record<string, string> {
  const types: Record<string, string> = {};
  const branches = ['', ...[0, 1, 2, 3].map((at) => `/allOf/${at}`)];
  for (const branch of branches) {
    const schema = document.resolve(`${media.pointer}/schema`)?.pointer;
    const place = document.resolve(`${schema}${branch}`)?.pointer;
    for (const [name, { pointer, value }] of entriesAt(document, `${place}/properties`)) {
      const items = document.resolve(`${pointer}/items`)?.value;
      const { format, contentMediaType } = items ?? value;
      const encoding = document.resolve(`${media.pointer}/encoding/${name}`)?.value.contentType;
      // An encoding may list several types.
      if (typeof encoding === 'string')
        types[name] = encoding.split(',')[0]?.replace('*', 'png').trim() ?? '';
      else if (typeof contentMediaType === 'string') types[name] = contentMediaType;
      else if (format === 'binary') types[name] = 'application/octet-stream';
    }
  }
  return types;
}

/** A media type or parameter whose named examples are no references. */
export function withExamples(document: ApiDocument, { pointer: at, value }: Located): JsonObject {
  if (!isJsonObject(value.examples)) return value;
  const examples = entriesAt(document, `${at}/examples`).map(([name, example]) => [
    name,
    example.value,
  ]);
  return { ...value, examples: Object.fromEntries(examples) };
}

/** Whether a media type is JSON (RFC 6839), or a range that includes it. `application/json-seq` is not. */
export function isJson(mediaType: string): boolean {
  const { essence } = readType(mediaType);
  return (
    /^[^/]+\/([^/]+\+)?json$/.test(essence) || essence === '*/*' || essence === 'application/*'
  );
}

/** Whether a declared media type or range includes a content type. Only declared parameters count. */
export function covers(declared: string, type: string | undefined): boolean {
  return type !== undefined && precision(readType(declared), readType(type)) > 0;
}

/** Of the media types that include a content type, the most specific one, wherever it is in the document. */
export function mostSpecific(media: readonly Media[], type: string | undefined): Media | undefined {
  const own = readType(type ?? '');
  const ranked = media
    .map((one) => ({ one, rank: precision(readType(one.type), own) }))
    .filter(({ rank }) => type !== undefined && rank > 0)
    .sort((a, b) => b.rank - a.rank);
  return ranked[0]?.one;
}

interface MediaType {
  /** `type/subtype`, in lower case. */
  readonly essence: string;
  /** `name=value`, in lower case and without quotes. */
  readonly parameters: readonly string[];
}

function readType(text: string): MediaType {
  const [essence = '', ...parameters] = text
    .toLowerCase()
    .replace(/"/g, '')
    .trim()
    .split(/\s*;\s*/);
  return { essence, parameters };
}

/** How precisely a declared type describes another: 0 when it does not. A character set is not compared. */
function precision(declared: MediaType, own: MediaType): number {
  const wanted = declared.parameters.filter((one) => !one.startsWith('charset='));
  if (!wanted.every((one) => own.parameters.includes(one))) return 0;
  if (declared.essence === own.essence) return 4 + declared.parameters.length;
  if (declared.essence === '*/*') return 1;
  const [type, subtype = ''] = declared.essence.split('/');
  const [ownType, ownSubtype = ''] = own.essence.split('/');
  if (type !== ownType) return 0;
  if (subtype === '*') return 2;
  // No range of HTTP, but documents have it.
  return subtype.startsWith('*+') && ownSubtype.endsWith(subtype.slice(1)) ? 3 : 0;
}
