/** The environment of a process of Node that first runs this text, a module, as `Date.now = () => 0`. */
export function preloaded(source: string): Readonly<Record<'NODE_OPTIONS', string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** That of one whose clock stands still: no window, wait or step of 30 seconds ends because the machine is slow. */
export const clockAt = (time: number) => preloaded(`Date.now = () => ${time};`);
