/** The methods that a path of OpenAPI can have, in the order in which `Allow` names them. */
export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type HttpMethod = (typeof httpMethods)[number];

interface FoundPath<Item> {
  readonly item: Item;
  /** The parameters of the path by name, still percent-encoded. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/**
 * Matches paths with the path templates of a document. A concrete path wins over a templated one (OpenAPI, 4.8.8.2).
 *
 * @param items what belongs to each template, such as the path items of the document.
 */
export function pathFinder<Item>(
  items: Readonly<Record<string, Item>>,
): (path: string) => FoundPath<Item> | undefined {
  const concrete = new Map<string, FoundPath<Item>>();
  const templated: { readonly pattern: RegExp; readonly names: readonly string[]; readonly item: Item }[] =
    [];
  for (const [template, item] of Object.entries(items)) {
    // Literal text and parameter names alternate.
    const parts = template.split(/\{([^}]+)\}/);
    if (parts.length === 1) concrete.set(template, { item, parameters: [] });
    else
      templated.push({
        pattern: patternOf(parts),
        names: parts.filter((_part, index) => index % 2 === 1),
        item,
      });
  }

  return (path) => {
    const found = concrete.get(path);
    if (found !== undefined) return found;
    for (const { pattern, names, item } of templated) {
      const groups = pattern.exec(path);
      if (groups !== null)
        return { item, parameters: names.map((name, index) => [name, groups[index + 1] ?? '']) };
    }
    return undefined;
  };
}

function patternOf(parts: readonly string[]): RegExp {
  const patterns = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : '([^/]+)'));
  return new RegExp(`^${patterns.join('')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
