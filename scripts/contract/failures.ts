import type { Document, Operation } from './document.ts';
import { resolve } from './operations.ts';

export type Failure = ReturnType<typeof failuresOf>[number];

/** Every failure that the examples of an operation's responses show, each once: `default` repeats some. */
export function failuresOf(document: Document, { responses }: Operation) {
  const all = Object.values(responses).flatMap((reference) => {
    const { element, name: component } = resolve(document, reference);
    const examples = Object.values(element.content?.['application/json']?.examples ?? {});
    return examples.flatMap((one) => {
      const example = resolve(document, one).element;
      const { reason, code, message } = statusOf(example.value);
      return reason === undefined ? [] : [{ code, reason, message, component, example }];
    });
  });
  const first = new Map(
    all.toReversed().map((one) => [`${one.code} ${one.reason} ${one.message}`, one]),
  );
  return all.filter((one) => first.get(`${one.code} ${one.reason} ${one.message}`) === one);
}

interface Status {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
}

export function statusOf(value: unknown): Status {
  // The linter checks every example of a response against the schema of the envelope.
  return (value as { status: Status }).status;
}
