// Control characters except tab and line feed, and characters that change the writing direction.
const unsafeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to show.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with its control characters written out: what a server or a document says must not move the cursor, or colour or hide anything. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    unsafeCharacters,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same on one line. */
export function onOneLine(text: string): string {
  return escapeControls(text).replaceAll(/\s+/g, ' ');
}
