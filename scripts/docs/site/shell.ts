import { type Content, type Html, html, trusted } from '../markdown/html.ts';
import type { Heading } from '../markdown/render-markdown.ts';
import { contents, footer, pageMenu, pageTools, siteMenu, turnPages } from './menus.ts';
import type { Entry } from './site-file.ts';

interface Frame {
  readonly entry: Pick<Entry, 'path' | 'title' | 'summary'>;
  /** All pages and files of the site, in the order of the menus. */
  readonly entries: readonly Entry[];
  readonly main: Content;
  readonly headings?: readonly Heading[];
  readonly wide?: boolean;
  /** The Content-Security-Policy. @default sitePolicy */
  readonly policy?: string;
  /** Style sheets of this page, in addition to the site's. */
  readonly styles?: readonly string[];
}

const project = 'account-access';

/** The browser loads only the style, pictures and scripts of the site. No script is made from text. */
export const sitePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A whole page around its main part. All links are relative, so that it works below any path and from a disk. */
export function shell({
  entry: { path, title, summary },
  entries,
  main,
  headings = [],
  wide = false,
  policy = sitePolicy,
  styles = [],
}: Frame): string {
  const menu = headings.filter(({ level }) => level === 2 || level === 3);
  const own = entries.find((entry) => entry.path === path);
  const isGuide = own?.group === 'guides';
  const classes = [
    isGuide && 'with-pages',
    menu.length > 1 && 'with-contents',
    wide && 'wide',
    isGuide && 'guide',
  ];
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${summary}">
<title>${title === project ? title : `${title} · ${project}`}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
${styles.map(
  (style) => html`<link rel="stylesheet" href="${style}">
`,
)}<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="brand" href="index.html"${path === 'index.html' && trusted(' aria-current="page"')}><img src="icon.svg" alt="" width="24" height="24">${project}</a>
${siteMenu(entries, own, path)}
</header>
<div class="page ${classes.filter(Boolean).join(' ')}">
${isGuide && pageMenu(entries, own)}
${menu.length > 1 && contents(menu)}
<main id="main" tabindex="-1">
${isGuide && pageTools(own)}
${main}
${isGuide && turnPages(entries, own)}
</main>
</div>
${footer(entries, path)}
${searchIndex}
</body>
</html>
`.markup;
}

// A template, so that no script address is ever built in the page. The index loads only when the reader searches.
const searchIndex: Html = html`<template id="search-index"><script src="search-index.js"></script></template>`;
