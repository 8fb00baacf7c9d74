import type { Terminal } from './terminal.ts';

export const exitFailure = 1;
/** The command line is wrong, or a file that it names cannot be used. */
export const exitUsage = 2;
export const exitBug = 70;

/** The command line, or a file that it names, cannot be used. The message has one line per problem. */
export class UsageError extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it exists already',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
};

/** For an error of the file system about a file that the command line names. */
export function fileError(use: 'read' | 'write', file: string, cause: unknown): UsageError {
  const { code = '', message = 'it failed' }: Partial<NodeJS.ErrnoException> = Object(cause);
  return new UsageError(`cannot ${use} ${file}: ${reasons[code] ?? message}`, { cause });
}

export async function reportUsage(terminal: Terminal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const line of error.message.split('\n')) terminal.say(`error: ${line}`);
    terminal.endWith(exitUsage);
  }
}
