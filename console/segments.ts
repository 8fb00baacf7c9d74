/** A piece of a text that is shown: as it is, or hidden until somebody asks for it. */
export type Segment =
  | { readonly kind: 'plain' | 'name' | 'string' | 'literal'; readonly text: string }
  | { readonly kind: 'secret'; readonly name: string; readonly value: string };

export const plain = (text: string): Segment => ({ kind: 'plain', text });
