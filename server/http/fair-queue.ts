import { networkOf } from '../security/throttle/rate-limit-keys.ts';

interface Origin {
  readonly remoteAddress?: string | undefined;
}

type Task = () => void;

// Looking it up takes long for IPv6, and a socket that has ended has no address any more.
const networks = new WeakMap<Origin, string>();

export function networkOfSocket(socket: Origin): string {
  const network = networks.get(socket) ?? networkOf(socket.remoteAddress ?? '');
  networks.set(socket, network);
  return network;
}

/** Tasks that wait, in the order of each network. The networks take turns: one with many tasks does not delay others. */
export function createFairQueue() {
  const queues = new Map<string, Map<object, Task>>();
  let size = 0;
  return {
    size: () => size,
    /** A second task with the same key replaces the first. */
    add(socket: Origin, task: Task, key: object = task): void {
      const network = networkOfSocket(socket);
      const same = queues.get(network) ?? new Map();
      if (!same.has(key)) size += 1;
      queues.set(network, same.set(key, task));
    },
    /** Nothing when none waits. */
    doNext(): void {
      for (const [network, same] of queues)
        for (const [key, task] of same) {
          same.delete(key);
          size -= 1;
          queues.delete(network);
          // After all the others.
          if (same.size > 0) queues.set(network, same);
          return void task();
        }
    },
  };
}

/** Begins tasks when fewer than `most` run. A task calls `end` when it has ended, at least once. */
export function limitAtOnce(most: number) {
  const waiting = createFairQueue();
  let running = 0;
  let isBeginning = false;
  const beginNext = () => {
    // A task that ends at once comes here again.
    if (isBeginning) return;
    isBeginning = true;
    try {
      while (running < most && waiting.size() > 0) waiting.doNext();
    } finally {
      isBeginning = false;
    }
  };
  return (socket: Origin, task: (end: () => void) => void): void => {
    waiting.add(socket, () => {
      let runs = true;
      running += 1;
      task(() => {
        if (!runs) return;
        runs = false;
        running -= 1;
        beginNext();
      });
    });
    beginNext();
  };
}

/** Begins work for an address when fewer than `most` run, networks in turn, or after a second: those that run may be stuck. */
export function limitWork(most: number) {
  const whenFree = limitAtOnce(most);
  return <Result>(
    remoteAddress: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      let hasBegun = false;
      const begin = (end = () => {}) => {
        if (hasBegun) return end();
        hasBegun = true;
        clearTimeout(timer);
        void work().then(resolve, reject).finally(end);
      };
      let timer: NodeJS.Timeout | undefined;
      whenFree({ remoteAddress }, begin);
      if (!hasBegun) timer = setTimeout(begin, 1000);
    });
}
