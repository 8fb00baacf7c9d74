import { parseMediaType } from '../body/media-type.ts';
import { readBody } from '../body/read-body.ts';
import { parseStrictJson } from '../body/strict-json.ts';
import { type Headers, operationOf, type Step } from '../incoming.ts';
import type { Limits } from '../limits.ts';
import { Problem } from '../problem.ts';

/**
 * Reads the body: checks its size and its media type, then parses it. Where the contract describes no body, the content is
 * ignored. Where the body is optional, no content means no body, even with a media type: many clients always send one.
 *
 * @param parse gets the bytes, and the media type that the operation accepts.
 */
export function body(
  { bodyBytes }: Limits,
  parse: (bytes: Uint8Array, type: string | undefined) => unknown = parseStrictJson,
): Step {
  return async (incoming, outgoing) => {
    const { requestBody } = operationOf(incoming).object;
    const bytes = await readBody(incoming.message, outgoing, bodyBytes);
    if (requestBody === undefined) return undefined;
    const accepted = Object.keys(requestBody.content);
    if (hasWrongType(incoming.message.headers, bytes, accepted))
      throw new Problem('unsupported_media_type', { headers: { 'Accept-Post': accepted.join(', ') } });
    if (bytes.length === 0 && requestBody.required !== true) return undefined;
    incoming.body = parse(bytes, accepted[0]);
    return undefined;
  };
}

function hasWrongType(headers: Headers, bytes: Uint8Array, accepted: readonly string[]): boolean {
  const type = headers['content-type'];
  const coding = headers['content-encoding'];
  // Nearly all requests end here: to parse a media type takes longer than to read a small body.
  if (type !== undefined && coding === undefined && accepted.includes(type)) return false;
  // No content has no wrong type.
  if (bytes.length === 0 && type === undefined) return false;
  if ((coding ?? 'identity').trim().toLowerCase() !== 'identity') return true;
  const { essence = '', charset = 'utf-8' } = parseMediaType(type ?? '') ?? {};
  return !accepted.includes(essence) || charset.toLowerCase() !== 'utf-8';
}
