import TurndownService from 'turndown';
import type { Html } from './html.ts';

/** How the HTML of the reference becomes Markdown. */
export interface ToMarkdown {
  /** The way from the page to the root of the site, such as `../`. */
  readonly base: string;
  /** The id of the heading that is the title of the page. */
  readonly title: string;
}

/** Writes a part of the reference as Markdown, for a page that needs no other. */
export function toMarkdown({ markup }: Html, { base, title }: ToMarkdown): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  });
  // What only helps on a screen: buttons, choices, the title bars of code, and the link to this page.
  service.remove(['button', 'fieldset', 'summary']);
  service.addRule('not for this page', {
    filter: (node) => ['bar', 'for-machines'].some((name) => node.classList.contains(name)),
    replacement: () => '',
  });
  service.addRule('heading', {
    filter: ['h2', 'h3', 'h4'],
    replacement: (text, node) => {
      const level = node.id === title ? 1 : node.nodeName === 'H3' ? 3 : 2;
      return `\n\n${'#'.repeat(level)} ${text.trim()}\n\n`;
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (text) => `- ${text.trim().replaceAll(/\n+/g, '\n  ')}\n`,
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (text, node) => {
      const target = node.getAttribute('href') ?? '';
      // The page has no anchors; what a link within the reference leads to is on the page.
      if (target.startsWith('#')) return text;
      // The console is a page only for people.
      if (target.startsWith('console.html')) return '';
      const path = target.replace(/^([\w-]+)\.html(?=#|$)/, `${base}$1.md`);
      return `[${text}](${path})`;
    },
  });
  service.addRule('example', {
    filter: (node) => node.classList.contains('example'),
    replacement: (text, node) => `\n\n### ${node.getAttribute('data-title')}\n\n${text.trim()}\n\n`,
  });
  service.addRule('code', {
    filter: 'pre',
    replacement: (_text, node) => {
      const language = node.getAttribute('data-language') ?? 'json';
      // Every language for the first example, and only the command for the others.
      const isFirst = !node.parentElement?.previousElementSibling?.classList.contains('example');
      if (!isFirst && language !== 'json' && language !== 'shell') return '';
      return `\n\n\`\`\`${language}\n${(node.textContent ?? '').trim()}\n\`\`\`\n\n`;
    },
  });
  return `${service.turndown(markup).replaceAll(/\n{3,}/g, '\n\n')}\n`;
}
