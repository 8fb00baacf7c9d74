import { posix } from 'node:path';

/**
 * The links of a Markdown file that lead nowhere: relative ones to what is not among the files. A folder is there when
 * something is in it.
 *
 * @param file its path, and `files` all paths, from the same root.
 */
export function deadLinks(file: string, text: string, files: readonly string[]): readonly string[] {
  const links = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(link))
    .filter((link) => {
      const [path = ''] = link.split('#', 1);
      const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
      return !files.some((one) => one === target || one.startsWith(`${target}/`));
    });
}
