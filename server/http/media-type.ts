export interface MediaType {
  /** Type and subtype, in lower case. */
  readonly essence: string;
  /** As it was written; `undefined` when it is not given. */
  readonly charset: string | undefined;
}

const type = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;(.*))?$/s;
// A name, then perhaps a value up to the next semicolon, or in quotes, after which one character is ignored.
const parameter = /[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\.)*\\?)(?:".?|$)|([^;]*)(?:;|$))|;|$)/gsy;

/**
 * Reads a media type (WHATWG MIME Sniffing, 4.4). It is as lenient with quotes as Node's `MIMEType`. `undefined` when the text
 * is not a media type.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const [, main, sub, parameters = ''] = type.exec(text) ?? [];
  if (main === undefined) return undefined;
  const charset = [...parameters.matchAll(parameter)]
    .filter(([, name]) => name?.toLowerCase() === 'charset')
    .map(([, , quoted, plain]) => quoted?.replaceAll(/\\(.)/gs, '$1') ?? trimmed(plain))
    .find((value) => value !== undefined && /^[\t -~\x80-\xff]*$/.test(value));
  return { essence: `${main}/${sub}`.toLowerCase(), charset };
}

// An empty value without quotes counts as missing.
function trimmed(value: string | undefined): string | undefined {
  return value?.replace(/[\t\n\r ]+$/, '') || undefined;
}
