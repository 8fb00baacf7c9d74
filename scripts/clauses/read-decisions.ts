/** The clauses that each decision of `docs/explanation/decisions.md` quotes: its slug, and the ids linked in its paragraph "Source". */
export function readDecisions(markdown: string): ReadonlyMap<string, readonly string[]> {
  const sections = [...markdown.matchAll(/^## (\S+)\n+\*\*Source\.\*\* (.*?)\n\n/gms)];
  return new Map(sections.map(([, slug = '', source = '']) => [slug, linkedIn(source)]));
}

function linkedIn(text: string): string[] {
  return [...text.matchAll(/\([^()]*interface\.md#([^)]+)\)/g)].map(([, id = '']) => id);
}
