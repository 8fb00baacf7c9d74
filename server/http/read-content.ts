import { Problem } from './problem.ts';
import { parseStrictJson } from './strict-json.ts';

interface ContentHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

/**
 * The JSON of a request body; `undefined` without content, where the contract allows that.
 *
 * @throws Problem unsupported_media_type, malformed_request
 */
export function readContent(
  bytes: Uint8Array,
  headers: ContentHeaders,
  required: boolean,
): unknown {
  const type = headers['content-type'];
  // No content has no wrong type, and many clients send a type with no content.
  if (bytes.length === 0 && type === undefined && !required) return undefined;
  const coding = headers['content-encoding'] ?? 'identity';
  const isJson = bytes.length === 0 && type === undefined ? true : isJsonType(type ?? '');
  if (!isJson || coding.trim().toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type');
  }
  if (bytes.length === 0 && !required) return undefined;
  return parseStrictJson(bytes);
}

// RFC 9110, 8.3.1. Parameters other than the charset mean nothing to JSON (RFC 8259, 11).
function isJsonType(text: string): boolean {
  const [essence = '', ...parameters] = text.split(';');
  if (essence.trim().toLowerCase() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [, charset] = /^\s*charset\s*=\s*"?([^\s"]*)"?\s*$/i.exec(parameter) ?? [];
    return charset === undefined || charset.toLowerCase() === 'utf-8';
  });
}
