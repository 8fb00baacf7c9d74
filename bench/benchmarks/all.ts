import type { Benchmark } from '../run/benchmark.ts';
import { generate } from './generate.ts';

/** In the order in which they are run and told. */
export const benchmarks: readonly Benchmark[] = [generate];
