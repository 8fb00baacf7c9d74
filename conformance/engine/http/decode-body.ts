import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { responseLimits } from '../bounded/limits.ts';

export type Decoded =
  | { readonly body: Buffer }
  /** Why there is no content, and whether the server is at fault. */
  | { readonly reason: string; readonly isInvalid: boolean };

const maxOutputLength = responseLimits.bodyBytes;

/** Each decodes a body, or the part of it that has arrived. */
const decoders: Readonly<Record<string, (body: Buffer, isPart: boolean) => Buffer>> = {
  gzip: (body, isPart) => gunzipSync(body, zlibOptions(isPart)),
  // The specification means zlib's format. Some servers send the bare stream (RFC 9110, 8.4.1.2).
  deflate: (body, isPart) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflateSync(body, zlibOptions(isPart))
      : inflateRawSync(body, zlibOptions(isPart)),
  br: (body, isPart) =>
    brotliDecompressSync(body, {
      maxOutputLength,
      ...(isPart && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    }),
  identity: (body) => body,
};

function zlibOptions(isPart: boolean) {
  return { maxOutputLength, ...(isPart && { finishFlush: constants.Z_SYNC_FLUSH }) };
}

/** The content of a body, by its `Content-Encoding`: the codings in the order in which they were applied. */
export function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  isPart: boolean,
): Decoded {
  let decoded = body;
  const codings = (contentEncoding ?? '').toLowerCase().split(',').reverse();
  for (const coding of codings.map((text) => text.trim().replace(/^x-/, ''))) {
    // HEAD and 304 have the header without a body.
    if (coding === '' || decoded.length === 0) continue;
    const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decoder === undefined)
      return { reason: `its content coding ${coding} is not supported`, isInvalid: false };
    try {
      decoded = decoder(decoded, isPart);
    } catch (error) {
      const isLarge =
        error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      return isLarge
        ? { reason: tooLarge, isInvalid: false }
        : { reason: `it is not valid ${coding}`, isInvalid: true };
    }
  }
  return { body: decoded };
}

export const tooLarge = `it is larger than ${responseLimits.bodyBytes} bytes`;
