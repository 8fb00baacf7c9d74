import type { Result } from './failure.ts';

/**
 * Calls a method, and lets the stack of its failure begin where the program called `above`: the frames of the client say nothing
 * about the program, and those of the caller are gone after the first wait.
 */
export async function withStackOf<Call extends readonly unknown[], R extends Result<unknown>>(
  above: (...call: Call) => unknown,
  method: (...call: Call) => Promise<R>,
  call: Call,
): Promise<R> {
  const frames = framesAbove(above);
  const result = await method(...call);
  if (!result.ok && frames !== undefined) {
    const { failure } = result;
    failure.stack = `${failure.name}: ${failure.message}\n${frames}`;
  }
  return result;
}

/** The callers of a function; `undefined` where the platform can't say. */
function framesAbove(above: (...call: never) => unknown): string | undefined {
  const at: { stack?: string } = {};
  // Node, Bun, Deno and Chromium have it, but not the types of the language.
  const { captureStackTrace } = Error as { captureStackTrace?: Capture };
  captureStackTrace?.(at, above);
  return at.stack?.slice(at.stack.indexOf('\n') + 1);
}

type Capture = (target: object, above: unknown) => void;
