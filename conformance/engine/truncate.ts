/** The text, or its beginning and an ellipsis when it is longer than `maxLength` characters. */
export function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text;
}
