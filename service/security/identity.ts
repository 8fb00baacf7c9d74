/**
 * The form under which an identity is looked up and must be unique: NFC, then lower case, then NFC again, as some letters are
 * one character only in lower case. Not NFKC, which would let full-width letters stand for another person's identity.
 */
export function identityKey(identity: string): string {
  return identity.normalize('NFC').toLowerCase().normalize('NFC');
}
