/** The environment of a Node process that first runs this module text, such as `Date.now = () => 0`. */
export function preloadScript(source: string): Readonly<Record<'NODE_OPTIONS', string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** The environment of a Node process whose clock stands still, so that no time limit passes because the machine is slow. */
export const clockAt = (time: number) => preloadScript(`Date.now = () => ${time};`);
