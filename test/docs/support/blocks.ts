/** A fenced block of code in a page. */
export interface Block {
  readonly language: string;
  /** What follows the language: `server` for a command that keeps running, `fails` for one that fails. */
  readonly flags: readonly string[];
  readonly code: string;
  /** The file that the block is, if its first line is a comment with a file name. */
  readonly file: string | undefined;
  /** The block that follows immediately, if it shows what this command prints. */
  readonly output: Pick<Block, 'language' | 'code'> | undefined;
}

const fence = /^```(\w*)([^\n]*)\n(.*?)^```$/gms;
const fileName = /^(?:\/\/|#) ([\w./-]+\.\w+|Dockerfile)\n/;

export function blocksOf(markdown: string): Block[] {
  const found = [...markdown.matchAll(fence)].map((match) => {
    const [whole, language = '', flags = '', code = ''] = match;
    return {
      language,
      flags: flags.split(' ').filter(Boolean),
      code,
      end: match.index + whole.length,
      at: match.index,
    };
  });
  return found.map(({ language, flags, code, end }, index) => {
    const next = found[index + 1];
    const follows = next !== undefined && markdown.slice(end, next.at).trim() === '';
    const shown = language === 'sh' && follows && /^(text|json)$/.test(next.language);
    return {
      language,
      flags,
      code,
      file: fileName.exec(code)?.[1],
      output: shown ? next : undefined,
    };
  });
}
