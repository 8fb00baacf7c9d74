import type { Entry } from '../report/entry.ts';
import type { Prompt } from './inputs.ts';
import type { TestProgram } from './test-program.ts';

/** What a task has of the process that started it. */
export interface TaskHost {
  /** Loads the program whose command this is. */
  program(): Promise<TestProgram>;
  readonly prompt: Prompt | undefined;
  /** Set when the task should end. */
  readonly signal: AbortSignal;
  write(entry: Entry): void;
  /** Sends something else to that process, as data. */
  tell(message: object): void;
  /** Receives the messages that this process sends to the task, from the first one on. */
  onTold(listener: (message: unknown) => void): void;
}
