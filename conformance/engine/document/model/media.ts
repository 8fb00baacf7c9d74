import { type ApiDocument, entriesAt, type Located } from './api-document.ts';
import { isJsonObject, type JsonObject } from './pointer.ts';

export interface Media {
  readonly type: string;
  readonly schema: string | undefined;
  readonly value: JsonObject;
  /** Of `multipart/form-data`: the content types of parts, by name, where they are no plain text. */
  readonly parts: Readonly<Record<string, string>>;
}

export function readMedia(document: ApiDocument, holder: Located): Media[] {
  return entriesAt(document, `${holder.pointer}/content`).map(([type, located]) => ({
    type,
    schema: located.value.schema === undefined ? undefined : `${located.pointer}/schema`,
    value: withExamples(document, located),
    parts: type.startsWith('multipart/') ? readParts(document, located) : {},
  }));
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

export function isJson(mediaType: string): boolean {
  return (
    /^application\/([\w.+-]+\+)?json\b/i.test(mediaType) ||
    mediaType === '*/*' ||
    mediaType === 'application/*'
  );
}

/** Whether a declared media type or range includes a content type. Only declared parameters count. */
export function covers(declared: string, type: string | undefined): boolean {
  if (type === undefined) return false;
  const parts = (text: string) =>
    text
      .toLowerCase()
      .replace(/"/g, '')
      .trim()
      .split(/\s*;\s*/);
  const [own = '', ...parameters] = parts(type);
  const [range = '', ...wanted] = parts(declared);
  if (
    !wanted.every((parameter) => parameter.startsWith('charset=') || parameters.includes(parameter))
  )
    return false;
  if (range === '*/*' || range === own) return true;
  return range.endsWith('/*') && own.startsWith(range.slice(0, -1));
}
