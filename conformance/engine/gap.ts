import { onOneLine } from './escape-controls.ts';
import { truncate } from './truncate.ts';

/** A part of a document that cannot be judged, so that no result says anything about it. */
export interface Gap {
  /** The pointer to the schema. */
  readonly at: string;
  /** The keyword that is left out. Undefined: the whole schema cannot be used. */
  readonly keyword?: string;
  /** What is wrong with it, as the end of a sentence about the keyword or the schema. */
  readonly why: string;
  /** The operations that are therefore not judged in full. */
  readonly operations: readonly string[];
}

/** Whether nothing is judged by the schema. Without one of its keywords, the others still count. */
export function isWhole({ keyword }: Gap): boolean {
  return keyword === undefined;
}

/** The same, with the operations that are not judged in full. */
export function describeWithOperations(gap: Gap): string {
  return `${describeGap(gap)} (${truncate(gap.operations.join(', '), 200)})`;
}

/** `/components/schemas/Tool/properties/name: pattern "(" is not a regular expression`. */
export function describeGap({ at, keyword, why }: Gap): string {
  return onOneLine(`${at}: ${keyword ?? 'the schema'} ${why}`);
}
