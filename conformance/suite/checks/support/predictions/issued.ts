/** A token or key, and when it was received, in milliseconds since 1970. */
export interface Issued {
  readonly text: string;
  readonly at: number;
}
