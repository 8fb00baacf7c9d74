import { escapeText, type Html, trusted } from '../markdown/html.ts';

export type CodeLanguage = 'json' | 'shell' | 'typescript' | 'javascript' | 'python';

const words =
  'await|const|else|for|from|if|import|in|let|new|return|try|catch|true|false|null|None|True|False|print';
const string = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\``;

// The name of each group is the class of what it matches: k, s, n and w are names of fields, strings, numbers and words.
const json = /(?<k>"(?:[^"\\]|\\.)*")(?=:)|(?<s>"(?:[^"\\]|\\.)*")|(?<n>-?\d[\d.]*|true|false|null)/g;
const code = new RegExp(`(?<s>${string})|(?<w>\\b(?:${words})\\b)|(?<n>\\b\\d[\\d.]*\\b)`, 'g');
// In a shell, only what is quoted and the options; a quoted text may have several lines.
const shell = /(?<s>"(?:[^"\\]|\\.)*"|'[^']*')|(?<=\s)(?<w>--?[a-zA-Z]\S*)/g;

/**
 * Code with its parts marked for the style of the page.
 *
 * @param baseAddress marked too, so that the script of the page can replace it.
 */
export function highlight(source: string, language: CodeLanguage, baseAddress: string): Html {
  const pattern = language === 'json' ? json : language === 'shell' ? shell : code;
  let markup = '';
  let end = 0;
  for (const match of source.matchAll(pattern)) {
    const [name = 's'] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    markup += `${escapeText(source.slice(end, match.index))}<i class="${name}">${escapeText(match[0])}</i>`;
    end = match.index + match[0].length;
  }
  markup += escapeText(source.slice(end));
  const base = escapeText(baseAddress);
  return trusted(markup.replaceAll(base, `<span class="base">${base}</span>`));
}
