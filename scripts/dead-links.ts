import { posix } from 'node:path';

/** Relative links that lead to no file or folder. All paths are from the same root. */
export function deadLinks(file: string, text: string, files: readonly string[]): readonly string[] {
  const inText = text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g);
  // `[name]: path` on a line of its own. `[//]: # (…)` is a comment.
  const named = text.matchAll(/^\[[^\]]+\]: ([^\s#]\S*)$/gm);
  const links = [...inText, ...named].map(([, link = '']) => link);
  return links
    .filter((link) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(link))
    .filter((link) => {
      const [path = ''] = link.split('#', 1);
      const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
      return !files.some((one) => one === target || one.startsWith(`${target}/`));
    });
}
