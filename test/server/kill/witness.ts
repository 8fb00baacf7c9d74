/** What the service has said that it did. What it was still doing when it died is nobody's claim. */
export interface Witness {
  /** Access tokens that were handed out. */
  readonly tokens: string[];
  /** Keys that were handed out and whose revocation was never asked for, by their id. */
  readonly keys: Map<string, string>;
  /** What repeats a request that was acknowledged, by the id of its key. */
  readonly repeatable: Map<string, { readonly token: string; readonly value: string }>;
  /** The acknowledged revocations: the time in the response, by key id. */
  readonly revocations: Map<string, { readonly key: string; readonly revokedAt: string }>;
  /** The recovery codes of acknowledged logins, with their owner. */
  readonly usedCodes: { readonly identity: string; readonly password: string; readonly otp: string }[];
}

export function createWitness(): Witness {
  return { tokens: [], keys: new Map(), repeatable: new Map(), revocations: new Map(), usedCodes: [] };
}
