/**
 * The bytes of a text in base64 (RFC 4648, 4) or base64url without padding (5); `undefined` when an encoder would write
 * these bytes in another way. Node ignores invalid characters and spare bits, so that many texts would be the same secret.
 */
export function decodeCanonical(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
