import { escapeText } from '../docs/markdown/html.ts';

type Colours = Readonly<Record<'paper' | 'ink' | 'quiet' | 'good' | 'bad', string>>;

/** The colours of the docs. */
export const schemes: Readonly<Record<'light' | 'dark', Colours>> = {
  light: { paper: '#f5f7f9', ink: '#1c2128', quiet: '#525c67', good: '#17632f', bad: '#a3242b' },
  dark: { paper: '#1a2027', ink: '#e4e8ed', quiet: '#a5b0bc', good: '#7fd69b', bad: '#ff9d9d' },
};

const [fontSize, lineHeight, padding] = [14, 21, 20];
// Of the widest monospaced fonts, so that no line is cut.
const characterWidth = 8.5;

/** A picture of a terminal, as SVG: what a page says that its first failing command prints. */
export function terminalPicture(page: string, colours: Colours): string {
  const [, command = '', output = ''] =
    /```sh fails\n(.*?)```\n+```text\n(.*?)```/s.exec(page) ?? [];
  if (output === '') throw new Error('the page has no command that fails');
  const lines = [`$ ${command.trim()}`, ...output.trimEnd().split('\n')];
  const width =
    Math.ceil(Math.max(...lines.map(({ length }) => length)) * characterWidth) + 2 * padding;
  const height = lines.length * lineHeight + 2 * padding;
  const text = lines.map((line, at) => {
    const y = padding + at * lineHeight + fontSize;
    return `<text x="${padding}" y="${y}" fill="${colourOf(line, colours)}" xml:space="preserve">${escapeText(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${fontSize}">
<title>What the contract tests print</title>
<rect width="100%" height="100%" rx="10" fill="${colours.paper}"/>
${text.join('\n')}
</svg>
`;
}

function colourOf(line: string, { ink, quiet, good, bad }: Colours): string {
  if (line.startsWith('$')) return good;
  if (/^FAILED|failed the contract tests/.test(line)) return bad;
  return /^ {7}\S|^…/.test(line) ? quiet : ink;
}
