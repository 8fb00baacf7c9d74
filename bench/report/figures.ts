import type { Metric } from '../run/series.ts';

/** The heading of a column. */
export const headings: Readonly<Record<Metric, string>> = {
  perSecond: 'per second',
  cpuMs: 'CPU ms',
  p50Ms: 'p50 ms',
  p99Ms: 'p99 ms',
  ms: 'ms',
  memoryMb: 'MB',
  count: 'number',
  kb: 'kB',
  gzipKb: 'kB gzip',
  paintMs: 'first paint ms',
  readableMs: 'readable ms',
};

const shortUnits: Readonly<Record<Metric, string>> = {
  perSecond: '/s',
  cpuMs: ' ms',
  p50Ms: ' ms',
  p99Ms: ' ms',
  ms: ' ms',
  memoryMb: ' MB',
  count: '',
  kb: ' kB',
  gzipKb: ' kB',
  paintMs: ' ms',
  readableMs: ' ms',
};

export function withUnit(value: number, metric: Metric): string {
  return `${figure(value)}${shortUnits[metric]}`;
}

/** About three significant digits. */
export function figure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
