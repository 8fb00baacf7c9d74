import { networkOf } from '../security/throttle/rate-limit-keys.ts';

interface Origin {
  readonly remoteAddress?: string | undefined;
}

type Work = () => void;

/** Works that wait, in the order of each network. One of each network is done in turn: a network with many does not delay others. */
export function createFairQueue() {
  const queues = new Map<string, Map<object, Work>>();
  // Looking it up takes long for IPv6, and a socket that has ended has no address any more.
  const networks = new WeakMap<Origin, string>();
  const networkOfSocket = (socket: Origin) => {
    const network = networks.get(socket) ?? networkOf(socket.remoteAddress ?? '');
    networks.set(socket, network);
    return network;
  };
  let size = 0;
  return {
    size: () => size,
    has: (socket: Origin, key: object) => queues.get(networkOfSocket(socket))?.has(key) === true,
    /** A second work with the same key replaces the first. */
    add(socket: Origin, work: Work, key: object = work): void {
      const network = networkOfSocket(socket);
      const same = queues.get(network) ?? new Map();
      if (!same.has(key)) size += 1;
      queues.set(network, same.set(key, work));
    },
    /** Nothing when none waits. */
    doNext(): void {
      const [[network = '', same = new Map<object, Work>()] = []] = queues;
      const [[key, work] = []] = same;
      if (key === undefined) return;
      same.delete(key);
      size -= 1;
      queues.delete(network);
      // After all the others.
      if (same.size > 0) queues.set(network, same);
      work?.();
    },
  };
}

/** Begins works when fewer than `most` run. A work calls `end` when it has ended, at least once. */
export function limitAtOnce(most: number) {
  const waiting = createFairQueue();
  let running = 0;
  let isBeginning = false;
  const beginNext = () => {
    // A work that ends at once would call itself.
    if (isBeginning) return;
    isBeginning = true;
    try {
      while (running < most && waiting.size() > 0) waiting.doNext();
    } finally {
      isBeginning = false;
    }
  };
  return (socket: Origin, work: (end: () => void) => void): void => {
    waiting.add(socket, () => {
      let runs = true;
      running += 1;
      work(() => {
        if (!runs) return;
        runs = false;
        running -= 1;
        beginNext();
      });
    });
    beginNext();
  };
}
