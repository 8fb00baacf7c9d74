/** A line on standard error that tells how far a long work is, where a person looks on; nothing elsewhere. */
export function showProgress(what: string): {
  tell(done: number, total: number): void;
  /** Removes the line. */
  end(): void;
} {
  if (!process.stderr.isTTY) return { tell: () => {}, end: () => {} };
  let told = performance.now();
  let shown = false;
  return {
    tell(done, total) {
      // What takes no time needs no line.
      if (performance.now() - told < 200) return;
      told = performance.now();
      shown = true;
      const share = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
      process.stderr.write(`\r\x1b[K${share} %  ${done.toLocaleString('en')} ${what}`);
    },
    end() {
      if (shown) process.stderr.write('\r\x1b[K');
      shown = false;
    },
  };
}
