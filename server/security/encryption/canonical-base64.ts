/**
 * The bytes of a text in base64 (RFC 4648, 4) or base64url without padding (5); `undefined` when it is not how they are
 * written. Node passes over what it cannot read and over bits to spare, so that many texts would be one secret.
 */
export function decodeCanonical(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
