/**
 * The form under which an identity is looked up and must be unique: NFC, then lower case. Not NFKC, which would let
 * look-alikes such as full-width letters stand for another person's identity.
 */
export function identityKey(identity: string): string {
  return identity.normalize('NFC').toLowerCase();
}
