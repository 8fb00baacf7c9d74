import type { Incoming, Step } from './http/incoming.ts';

/** The steps of a request, in the order in which they run. No other place knows the order. */
export const order = [
  // Gives the request its trace id.
  'trace',
  // Writes a line to the log once the response has left.
  'log',
  // Counts and times the request.
  'metrics',
  // Announces that the operation will end.
  'deprecation',
  // Rejects what two servers may read differently, and sets the normal form of the target.
  'framing',
  // Lets pages of other origins read the response.
  'cors',
  // Serves what is not in the contract, such as the docs.
  'site',
  // Finds the operation.
  'match',
  // Limits target and headers.
  'size',
  // Finds the caller.
  'authenticate',
  // Limits how often the operation is called.
  'throttle',
  // Reads and parses the body.
  'body',
  // Checks the request against the contract.
  'validate',
  // Does what the request is for.
  'operation',
  // Writes the response.
  'envelope',
] as const;

/** The steps that an app has. Those that it leaves out are skipped. */
export type Steps<In extends Incoming, Out> = {
  readonly [Name in (typeof order)[number]]?: Step<In, Out> | undefined;
};

/**
 * Runs steps in their order until one has sent the response.
 *
 * @param fail gets whatever a step throws, and sends the response instead.
 */
export function runInOrder<In extends Incoming, Out>(
  steps: Steps<In, Out>,
  fail: (error: unknown, incoming: In, outgoing: Out) => void,
): (incoming: In, outgoing: Out) => Promise<void> {
  const ordered = order.map((name) => steps[name]).filter((step) => step !== undefined);
  return async (incoming, outgoing) => {
    try {
      for (const step of ordered) {
        const result = step(incoming, outgoing);
        // Most steps are synchronous: awaiting them would take longer than running them.
        if ((result instanceof Promise ? await result : result) === 'sent') return;
      }
    } catch (error) {
      fail(error, incoming, outgoing);
    }
  };
}
