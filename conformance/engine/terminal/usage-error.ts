import type { Terminal } from './terminal.ts';

export const exitFailure = 1;
/** The command line is wrong, or a file that it names cannot be used. */
export const exitUsage = 2;
export const exitBug = 70;

/** The command line, or a file that it names, cannot be used. The message has one line per problem. */
export class UsageError extends Error {}

export async function reportUsage(terminal: Terminal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const line of error.message.split('\n')) terminal.say(`error: ${line}`);
    terminal.endWith(exitUsage);
  }
}
