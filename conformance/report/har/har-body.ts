import type { Secrets } from '../../secrets.ts';
import { maxBodyBytes, type RecordedBody } from './record-traffic.ts';

export interface HarBody {
  readonly text?: string;
  /** Absent for text. */
  readonly encoding?: 'base64';
  readonly comment?: string;
}

/** A body as text, or in base64 when it is not UTF-8, with its secrets masked, and cut when it is long. */
export function describeBody(
  { body, bodyBytes }: RecordedBody,
  secrets: Pick<Secrets, 'find'>,
  mask: (text: string) => string,
): HarBody {
  if (bodyBytes === 0) return {};
  const isCut = bodyBytes > maxBodyBytes;
  const comment = isCut ? { comment: `the first ${maxBodyBytes} of ${bodyBytes} bytes` } : {};
  const text = decode(body, isCut);
  if (text !== undefined) return { text: cut(mask(text), isCut), ...comment };
  // Masking reads text. Every byte is one character of Latin-1.
  const masked = Buffer.from(mask(body.toString('latin1')), 'latin1');
  if (secrets.find(masked).length > 0) return { comment: 'left out: bytes that contain a secret' };
  const bytes = isCut ? masked.subarray(0, maxBodyBytes) : masked;
  return { text: bytes.toString('base64'), encoding: 'base64', ...comment };
}

function decode(body: Buffer, isCut: boolean): string | undefined {
  try {
    // With `stream`, a character that the cut divides is not an error.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body, { stream: isCut });
  } catch {
    return undefined;
  }
}

function cut(text: string, isCut: boolean): string {
  return isCut ? text.slice(0, maxBodyBytes) : text;
}
