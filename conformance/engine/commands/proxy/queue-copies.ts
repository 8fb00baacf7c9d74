import { proxyLimits } from '../../bounded/limits.ts';
import type { Copy } from './read-copy.ts';

/** The copies that have not been judged yet, by number, in bounded memory. */
export function queueCopies() {
  const copies = new Map<number, Copy>();
  let bytes = 0;
  let lastNumber = 0;

  const remove = (number: number) => {
    const copy = copies.get(number);
    if (copy !== undefined) bytes -= sizeOf(copy);
    copies.delete(number);
  };
  return {
    /** Returns its number. Undefined if there is no room for it. */
    add: (copy: Copy): number | undefined => {
      if (bytes + sizeOf(copy) > proxyLimits.waitingBytes) return undefined;
      lastNumber += 1;
      copies.set(lastNumber, copy);
      bytes += sizeOf(copy);
      return lastNumber;
    },
    remove,
    removeUpTo: (last: number): void => {
      for (const number of [...copies.keys()]) if (number <= last) remove(number);
    },
    clear: (): void => {
      copies.clear();
      bytes = 0;
    },
    entries: () => [...copies],
    size: () => copies.size,
  };
}

function sizeOf({ request, bytes }: Copy): number {
  return request.bytes.length + request.body.length + bytes.length;
}
