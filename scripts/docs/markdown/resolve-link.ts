import { posix } from 'node:path';

/**
 * Leads the links between files of the repository to where the site has them. What the site lacks is not linked, so that
 * no link leads nowhere.
 *
 * @param published the path on the site for each path of the repository.
 * @param from the file that the link stands in.
 */
export function linkResolver(published: ReadonlyMap<string, string>, from: string) {
  return (href: string): string | undefined => {
    if (/^(?:#|[a-z][a-z0-9+.-]*:)/i.test(href)) return href;
    const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
    const target = published.get(posix.join(posix.dirname(from), path));
    return target === undefined ? undefined : target + fragment;
  };
}
