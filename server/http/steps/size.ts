import { byteLength } from '../body/bytes.ts';
import type { Step } from '../incoming.ts';
import type { Limits } from '../limits.ts';
import { Problem } from '../problem.ts';

// ": " between a name and its value, and CRLF after it.
const punctuation = 4;

/** Rejects a request target or a header block over the limits. Node itself stops reading at a larger size. */
export function size({ uriBytes, headerBytes }: Limits): Step {
  return ({ message: { rawHeaders }, sentTarget }) => {
    if (byteLength(sentTarget) > uriBytes) throw new Problem('uri_too_long');
    const header = rawHeaders.reduce(
      (total, text) => total + text.length,
      (rawHeaders.length / 2) * punctuation,
    );
    if (header > headerBytes) throw new Problem('headers_too_large');
    return undefined;
  };
}
