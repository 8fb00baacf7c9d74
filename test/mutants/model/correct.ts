import type { Behaviour } from './behaviour.ts';
import { correctDomain } from './correct-domain.ts';
import { correctHttp } from './correct-http.ts';

/** A server without errors. */
export const correct: Behaviour = { ...correctHttp, ...correctDomain };
