import type { Response } from 'express';
import type { OperationChecks } from './checks.ts';
import type { OperationObject } from './document.ts';
import type { Caller } from './operation.ts';
import type { Reason } from './problem.ts';

/** What the steps of a request tell one another. */
export interface Context {
  readonly traceId: string;
  readonly startedAt: number;
  operation?: {
    /** Of the document that `http/match` was given. */
    readonly id: string;
    readonly object: OperationObject;
    readonly path: Record<string, string>;
    /** None in the mock, whose answers are made from the contract. */
    readonly checks?: OperationChecks;
  };
  caller?: Caller;
  /** Of the failure that was answered. */
  reason?: Reason;
}

// On the response itself: a WeakMap of responses takes a good part of the time that a short answer takes.
const key = Symbol('context');

interface Holder {
  [key]?: Context;
}

export function openContext(response: Response & Holder, context: Context): void {
  response[key] = context;
}

export function contextOf(response: Response & Holder): Context {
  const context = response[key];
  if (context === undefined) throw new Error('http/trace comes before every other step');
  return context;
}

/** The operation that `http/match` found. */
export function matchedOperation(response: Response): NonNullable<Context['operation']> {
  const { operation } = contextOf(response);
  if (operation === undefined) throw new Error('http/match comes before every step that needs an operation');
  return operation;
}
