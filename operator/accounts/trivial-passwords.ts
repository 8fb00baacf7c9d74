// Rows of keyboards, and their columns read downwards one after the other.
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

/** The shortest run that is one: two neighbours of a row are in any word. */
const shortest = 3;

/** Whether the text is one pattern of up to 8 characters over and over, the last time perhaps cut off. */
export function repeatsPattern(text: string): boolean {
  for (let period = 1; period <= 8 && period * 2 <= text.length; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

/** Whether the text is nothing but runs along the alphabet, the digits or a keyboard, or of one character. */
export function isMadeOfRuns(text: string): boolean {
  return isCovered(text, (rest) => runLengths(rest));
}

/** Whether the text is nothing but these words, one after the other, in any number. Words may be left together with runs. */
export function isMadeOfWords(text: string, words: readonly string[]): boolean {
  return isCovered(text, (rest) => [
    ...words.filter((word) => rest.startsWith(word)).map(({ length }) => length),
    ...runLengths(rest),
  ]);
}

/** Whether pieces that `lengths` finds at a place, each beginning where the last one ended, make up the whole text. */
function isCovered(text: string, lengths: (rest: string) => readonly number[]): boolean {
  const reached = new Set([0]);
  // Places are added behind the one that is looked at, so that the loop comes to them too.
  for (let place = 0; place < text.length; place += 1) {
    if (!reached.has(place)) continue;
    for (const length of lengths(text.slice(place))) reached.add(place + length);
  }
  return text.length > 0 && reached.has(text.length);
}

/** The lengths of all runs that the text begins with. */
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
