/** In single quotes, between which a shell changes nothing. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** One word of a command line, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : singleQuoted(text);
}
