import type { Store } from '../../server/store/open-store.ts';

/** A call of the store, by its name in the code, such as `apiKeys.create`. */
interface ObservedCall {
  readonly call: string;
  readonly outcome: 'done' | 'outage' | 'failed';
  readonly seconds: number;
}

export type ObserveCall = (call: ObservedCall) => void;

/** The same store, with each call timed. */
export function observeStore(store: Store, observe: ObserveCall): Store {
  const parts = Object.entries(store).map(([name, part]) => [
    name,
    typeof part === 'object' && part !== null ? observed(part, name) : part,
  ]);
  // The same properties. Those that are objects behave as before.
  return Object.fromEntries(parts) as Store;

  function observed<Part extends object>(part: Part, name: string): Part {
    return new Proxy(part, {
      get(target, method, receiver) {
        const value = Reflect.get(target, method, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => timed(`${name}.${String(method)}`, () => value.apply(target, given));
      },
    });
  }

  function timed(call: string, work: () => unknown): unknown {
    const startedAt = performance.now();
    const result = work();
    if (!(result instanceof Promise)) return result;
    const report = (outcome: ObservedCall['outcome']) =>
      observe({ call, outcome, seconds: (performance.now() - startedAt) / 1000 });
    return result.then(
      (value) => {
        report('done');
        return value;
      },
      (error) => {
        report(store.isOutage(error) ? 'outage' : 'failed');
        throw error;
      },
    );
  }
}
