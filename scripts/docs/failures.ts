import { adviceOf } from './advice.ts';
import type { Document, Example, Operation } from './document.ts';
import { resolve } from './resolve.ts';

/** One cause for which an operation fails. */
export interface Failure {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** The component of the response. */
  readonly component: string | undefined;
  readonly example: Example;
  /** What to do about it, in Markdown. */
  readonly advice: string;
}

/** @throws Error for a reason about which the introduction gives no advice. */
export function failuresOf(document: Document, operation: Operation): Failure[] {
  const advice = adviceOf(document.info.description ?? '');
  return Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([status, reference]) => {
      const { element, name: component } = resolve(document, reference);
      const examples = Object.values(element.content?.['application/json']?.examples ?? {});
      return examples.map((one) => {
        const example = resolve(document, one).element;
        const { reason, message } = statusIn(example);
        const todo = advice.get(reason);
        if (todo === undefined) throw new Error(`the introduction does not say what to do about ${reason}`);
        return { status, reason, message, component, example, advice: todo };
      });
    });
}

function statusIn({ value }: Example): { readonly reason: string; readonly message: string } {
  // Every example of an answer is an envelope, and a failure has its reason: the contract's linter holds both.
  return (value as { status: { reason: string; message: string } }).status;
}
