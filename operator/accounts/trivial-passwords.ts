// Rows of keyboards, and columns of keyboards from top to bottom.
const rows = [
  '1234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm,.-',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn,;:!',
  '!@#$%^&*()_+',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '147258369',
];
const runs = [...rows, ...rows.map((row) => Array.from(row).reverse().join(''))];

/** The length of the shortest run: two neighboring keys are in many words. */
const shortest = 3;

/** Whether the text repeats one pattern of up to 8 characters. The last repetition may be incomplete. */
export function repeatsPattern(text: string): boolean {
  for (let period = 1; period <= 8 && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

/** Whether the text consists of runs along the alphabet, the digits or a keyboard, or of one repeated character. */
export function isMadeOfRuns(text: string): boolean {
  return isCovered(text, (rest) => runLengths(rest));
}

/** Whether the text consists of these words and of runs, in any number and order. */
export function isMadeOfWords(text: string, words: readonly string[]): boolean {
  return isCovered(text, (rest) => [
    ...words.filter((word) => rest.startsWith(word)).map(({ length }) => length),
    ...runLengths(rest),
  ]);
}

/** Whether consecutive pieces cover the whole text. `lengths` returns the lengths of the pieces that a rest may start with. */
function isCovered(text: string, lengths: (rest: string) => readonly number[]): boolean {
  const reached = new Set([0]);
  // Places are added after the current one, so that the loop reaches them too.
  for (let place = 0; place < text.length; place += 1) {
    if (!reached.has(place)) continue;
    for (const length of lengths(text.slice(place))) reached.add(place + length);
  }
  return text.length > 0 && reached.has(text.length);
}

/** The lengths of all runs that the text starts with. */
function runLengths(text: string): number[] {
  const longest = Math.max(sameLength(text), ...runs.map((run) => sharedLength(text, run)));
  return Array.from({ length: Math.max(0, longest - shortest + 1) }, (_, index) => shortest + index);
}

function sameLength(text: string): number {
  let length = 1;
  while (length < text.length && text[length] === text[0]) length += 1;
  return length;
}

function sharedLength(text: string, run: string): number {
  const start = run.indexOf(text.charAt(0));
  if (start < 0) return 0;
  let length = 1;
  while (start + length < run.length && text[length] === run[start + length]) length += 1;
  return length;
}
