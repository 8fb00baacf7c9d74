// Control characters except tab and line feed, and characters that change the writing direction, end a line, or show nothing.
const unsafeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to show.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text with its control characters written out: what a server or a document says must not move the cursor, or colour or hide anything. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    unsafeCharacters,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A text of which the runner of GitHub Actions obeys nothing: it looks for `::` at the beginning of each line, and for `##[` anywhere.
 */
export function escapeCommands(text: string): string {
  return text.replaceAll(/^(\s*):(?=:)/gm, '$1\\u003a').replaceAll('##[', '#\\u0023[');
}

/** A text without control characters, on one line. */
export function onOneLine(text: string): string {
  return escapeControls(text).replaceAll(/\s+/g, ' ');
}
