import { posix } from 'node:path';

export type AudienceId = 'use' | 'test' | 'run';
export type Kind = 'tutorials' | 'how-to' | 'reference';

interface Audience {
  readonly id: AudienceId;
  readonly title: string;
  /** The names of its Markdown files, in the order of the menu. The folder of each says its kind. */
  readonly pages: readonly string[];
}

/** Who reads which guide, in which order. Every file of `docs/` is here once. */
export const audiences: readonly Audience[] = [
  {
    id: 'use',
    title: 'Use the API',
    pages: ['client'],
  },
  {
    id: 'test',
    title: 'Test your server',
    pages: [],
  },
  {
    id: 'run',
    title: 'Run the service',
    pages: [],
  },
];

export const kinds: Readonly<Record<Kind, string>> = {
  tutorials: 'Tutorial',
  'how-to': 'How-to guides',
  reference: 'Reference',
};

export type Position = ReturnType<typeof positionOf>;

/** Where a page stands: for whom, of which kind, and where in the order of all guides. @throws Error for a file of `docs/` that no audience lists */
export function positionOf(source: string) {
  const [, kind = '', name = ''] = /^docs\/([\w-]+)\/([\w-]+)\.md$/.exec(source) ?? [];
  const at = audiences.findIndex(({ pages }) => pages.includes(name));
  const audience = audiences[at];
  if (audience === undefined || !isKind(kind))
    throw new Error(`scripts/docs/site/navigation.ts does not list ${posix.basename(source)}`);
  return { audience: audience.id, kind, order: 1000 * at + audience.pages.indexOf(name) };
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(kinds, name);
}
