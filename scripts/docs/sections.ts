/** The part of a Markdown text below a heading of the second level, with it. */
export function sectionOf(markdown: string, heading: string): string {
  const section = markdown.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`the introduction has no section "${heading}"`);
  return section;
}
