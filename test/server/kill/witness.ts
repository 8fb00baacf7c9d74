/** What the service has said that it did. What it was still doing when it died is nobody's claim. */
export interface Witness {
  /** Access tokens that were handed out. */
  readonly tokens: string[];
  /** Keys that were handed out and whose revocation was never asked for, by their id. */
  readonly keys: Map<string, string>;
  /** Keys whose revocation was answered, and when it was said to be, by their id. */
  readonly revocations: Map<string, { readonly key: string; readonly revokedAt: string }>;
  /** Recovery codes that a login was answered for, with whose they are. */
  readonly usedCodes: { readonly identity: string; readonly password: string; readonly otp: string }[];
}

export function createWitness(): Witness {
  return { tokens: [], keys: new Map(), revocations: new Map(), usedCodes: [] };
}
