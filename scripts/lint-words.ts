import { findWords } from './lint-words/find-words.ts';
import { readWorkingTree } from './source/tracked-files.ts';

/**
 * Finds words that the project does not use, in identifiers, comments, texts and file names. With arguments, only in these
 * files and folders: `npm run lint:words -- server docs/explanation/security.md`.
 */
const only = process.argv.slice(2).map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''));
const isWanted = (path: string) =>
  only.length === 0 || only.some((one) => one === '.' || path === one || path.startsWith(`${one}/`));

const hits = [...readWorkingTree()]
  .filter(([path]) => isWanted(path))
  .flatMap(([path, text]) => findWords(path, text));
for (const { path, line, column, word, instead } of hits)
  console.log(`${path}:${line}:${column}  "${word}": write ${instead}`);
if (hits.length > 0) {
  console.error(
    `\nFound ${hits.length} words to replace. Where one is right, add the comment \`words-ignore: <reason>\`.`,
  );
  process.exitCode = 1;
}
