/** A value that a server accepts, which no example or schema of its document says. */
export interface Learned {
  readonly operation: string;
  /** `body /name`, `query limit`. */
  readonly place: string;
  /** As JSON. Empty: no value. */
  readonly value: string;
  /** How it was found: in the words of the server, or in what it lists. */
  readonly why: string;
}

/** `createZone body /name: "example.org." (what the server lists has this form)`. */
export function describeLearned({ operation, place, value, why }: Learned): string {
  return `${operation} ${place}: ${value === '' ? 'left out' : value} (${why})`;
}
