import type { Logger } from 'pino';

/** The part of pino that the server uses. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
