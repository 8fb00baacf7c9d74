export interface Found {
  /** The secret's name, `ACCESS_TOKEN`. */
  readonly name: string;
  readonly form: 'plain' | 'json' | 'percent' | 'base64' | 'hex';
}

/** Every secret ever sent or received. A value that was never remembered is neither found nor masked. */
export interface Secrets {
  /**
   * Remembers a value under a name such as `PASSWORD`; the same value keeps its first name, another value of the same
   * name becomes `PASSWORD_2`. Returns the name given. Values shorter than four characters are not remembered; those
   * shorter than eight (`OTP`) are masked but not searched for, since chance alone would find them.
   */
  remember(name: string, value: string): string;
  /** Secrets in these octets, in any form in which a server may leak them. */
  find(octets: Uint8Array | string): readonly Found[];
  /** The text with each secret, or a good part of one, replaced by `$NAME`. */
  mask(text: string): string;
  names(): readonly string[];
  valueOf(name: string): string | undefined;
}
