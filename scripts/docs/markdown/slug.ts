/** The name of a section in a link, as the hosts of repositories make it from a heading. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/**
 * Gives each heading of a page a unique slug: the second of the same name ends in `-1`.
 *
 * @param reserved the ids that the page already has.
 */
export function slugger(reserved: readonly string[] = []): (heading: string) => string {
  const taken = new Set(reserved);
  return (heading) => {
    const first = slug(heading) || 'section';
    let name = first;
    for (let count = 1; taken.has(name); count++) name = `${first}-${count}`;
    taken.add(name);
    return name;
  };
}
