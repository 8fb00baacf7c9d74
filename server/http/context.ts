import type { Response } from 'express';
import type { OperationObject } from './document.ts';
import type { Caller, OperationId } from './operation.ts';

/** What the steps of a request tell one another. */
export interface Context {
  readonly traceId: string;
  readonly startedAt: number;
  operation?: {
    readonly id: OperationId;
    readonly object: OperationObject;
    readonly path: Record<string, string>;
  };
  caller?: Caller;
}

const contexts = new WeakMap<object, Context>();

export function openContext(response: Response, context: Context): void {
  contexts.set(response, context);
}

export function contextOf(response: Response): Context {
  const context = contexts.get(response);
  if (context === undefined) throw new Error('http/trace comes before every other step');
  return context;
}

/** The operation that `http/match` found. */
export function matchedOperation(response: Response): NonNullable<Context['operation']> {
  const { operation } = contextOf(response);
  if (operation === undefined) throw new Error('http/match comes before every step that needs an operation');
  return operation;
}
