import type { Document, Example, Operation, Schema } from './document.ts';
import { resolve } from './operations.ts';

/** One reason for which an operation fails. */
export interface Failure {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** The component of the response. */
  readonly component: string | undefined;
  readonly example: Example;
}

/** Every failure that the examples of an operation's responses show. */
export function failuresOf(document: Document, { responses }: Operation): Failure[] {
  return Object.values(responses).flatMap((reference) => {
    const { element, name: component } = resolve(document, reference);
    const examples = Object.values(element.content?.['application/json']?.examples ?? {});
    return examples.flatMap((one) => {
      const example = resolve(document, one).element;
      const { reason, code, message } = statusOf(example);
      return reason === undefined ? [] : [{ code, reason, message, component, example }];
    });
  });
}

/** Each reason that the schemas of an operation's responses list, with the status of its response. */
export function reasonsOf(document: Document, { responses }: Operation): { code: number; reason: string }[] {
  return Object.entries(responses).flatMap(([code, reference]) => {
    const { schema = {} } = resolve(document, reference).element.content?.['application/json'] ?? {};
    const { element } = resolve<Schema>(document, schema);
    return (element.anyOf ?? [element]).flatMap((envelope) => {
      const { status = {} } = resolve<Schema>(document, envelope).element.properties ?? {};
      const { reason = {} } = resolve<Schema>(document, status).element.properties ?? {};
      const { enum: names = [] } = resolve<Schema>(document, reason).element;
      return names.map((name) => ({ code: Number(code), reason: String(name) }));
    });
  });
}

interface Status {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
}

function statusOf({ value }: Example): Status {
  // The linter checks every example of a response against the schema of the envelope.
  return (value as { status: Status }).status;
}
