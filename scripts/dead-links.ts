import { posix } from 'node:path';

/**
 * The relative links of a Markdown file that lead to none of the files, nor to a folder that contains one.
 *
 * @param file the path of the Markdown file, from the same root as `files`
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
