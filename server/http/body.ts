import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { matchedOperation } from './context.ts';
import type { Limits } from './limits.ts';
import { parseMediaType } from './media-type.ts';
import { Problem } from './problem.ts';
import { readOctets } from './read-octets.ts';
import { parseStrictJson } from './strict-json.ts';

/** Reads the body: its size, its media type, then what it says. One that the contract does not ask for is passed over. */
export function body(
  { bodyBytes }: Limits,
  parse: (octets: Uint8Array) => unknown = parseStrictJson,
): RequestHandler {
  return async (request, response, next) => {
    const { requestBody } = matchedOperation(response).object;
    const octets = await readOctets(request, response, bodyBytes);
    if (requestBody !== undefined) {
      if (hasWrongType(request, octets, Object.keys(requestBody.content)))
        throw new Problem('unsupported_media_type');
      request.body = parse(octets);
    }
    next();
  };
}

function hasWrongType(
  { headers }: IncomingMessage,
  octets: Uint8Array,
  accepted: readonly string[],
): boolean {
  const type = headers['content-type'];
  const coding = headers['content-encoding'];
  // As nearly all say it; to read it takes longer than to read a small body.
  if (type !== undefined && coding === undefined && accepted.includes(type)) return false;
  // Without content there is nothing that could be of a wrong type; that it is missing is told by the next step.
  if (octets.length === 0 && type === undefined) return false;
  if ((coding ?? 'identity').trim().toLowerCase() !== 'identity') return true;
  const { essence = '', charset = 'utf-8' } = parseMediaType(type ?? '') ?? {};
  return !accepted.includes(essence) || charset.toLowerCase() !== 'utf-8';
}
