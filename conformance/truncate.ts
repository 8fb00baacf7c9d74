/** The text, and of a longer one so many characters with a mark that there was more. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
