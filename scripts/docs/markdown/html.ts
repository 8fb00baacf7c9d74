/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string;
}

export type Content = Html | string | number | undefined | false | readonly Content[];

/** A piece of a page. Values in the template are escaped, unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

/** @param markup must be escaped already */
export function trusted(markup: string): Html {
  return { markup };
}

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function markupOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(markupOf).join('');
}

/** The name of a section in a link, as the hosts of repositories make it from a heading. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The second heading of the same name ends in `-1`. @param reserved the ids that the page already has */
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
