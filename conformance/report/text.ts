import { styleText } from 'node:util';

export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Colours, where they are wanted (https://no-color.org). */
export function styleFor(colour: boolean): Style {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text);
}

/** Breaks at blanks so that no line is wider than `width`; the lines behind the first are indented by `hang`. */
export function wrap(text: string, width: number, hang = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width - (lines.length === 0 ? 0 : hang.length)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines.join(`\n${hang}`);
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
