import { createProgram } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { complete } from './complete.ts';

/**
 * What a shell asks when TAB is pressed: `account-access __complete <word>...`, the last one where the cursor is. The first
 * line of the answer says whether names of files may stand there; each of the others is a word, a tab, and what it does.
 */
export async function answerShell(typed: readonly string[], terminal: Terminal): Promise<void> {
  const { files, words } = await complete(createProgram(terminal), typed);
  terminal.answer(
    [files ? 'files' : 'words', ...words.map(({ word, what }) => `${word}\t${what}`)].join('\n'),
  );
}
