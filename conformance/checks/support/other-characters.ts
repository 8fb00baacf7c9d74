/** Text of the same format and prefix with other letters and digits, which the server never issued. */
export function withOtherCharacters(text: string): string {
  const prefix = /^[a-z]+_/.exec(text)?.[0] ?? '';
  const other = text
    .slice(prefix.length)
    .replaceAll(/[a-z]/g, 'q')
    .replaceAll(/[A-Z]/g, 'Q')
    .replaceAll(/\d/g, '7');
  return prefix + other;
}

export function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
}
