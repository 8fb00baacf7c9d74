import { type Content, type Html, html, trusted } from '../markdown/html.ts';
import type { Heading } from '../markdown/render-markdown.ts';
import type { Entry } from './site-file.ts';

export interface Frame {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** All pages and files of the site, in the order of the menus. */
  readonly entries: readonly Entry[];
  readonly main: Content;
  /** What the menu "On this page" leads to. */
  readonly headings?: readonly Heading[];
  readonly wide?: boolean;
  /** The Content-Security-Policy. @default sitePolicy */
  readonly policy?: string;
  /** Style sheets of this page, in addition to the site's. */
  readonly styles?: readonly string[];
}

const project = 'account-access';

/** The browser loads only the style and pictures of the site, and runs no script. */
export const sitePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A whole page around its main part. All links are relative, so that it works below any path and from a disk. */
export function shell({
  path,
  title,
  description,
  entries,
  main,
  headings = [],
  wide = false,
  policy = sitePolicy,
  styles = [],
}: Frame): string {
  const menu = headings.filter(({ level }) => level === 2 || level === 3);
  const classes = [menu.length > 1 && 'with-menu', wide && 'wide'].filter(Boolean).join(' ');
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${description}">
<title>${title === project ? title : `${title} · ${project}`}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
${styles.map(
  (style) => html`<link rel="stylesheet" href="${style}">
`,
)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="brand" href="index.html"${current('index.html', path)}><img src="icon.svg" alt="" width="24" height="24">${project}</a>
<nav aria-label="Site">
<ul>${links(primary(entries), path)}</ul>
</nav>
</header>
<div class="page ${classes}">
${menu.length > 1 && contents(menu)}
<main id="main" tabindex="-1">
${main}
</main>
</div>
<footer>
<nav aria-label="All pages">
${(['reference', 'guides', 'files'] as const).map((group) => column(group, entries, path))}
</nav>
</footer>
</body>
</html>
`.markup;
}

const groups = { reference: 'Reference', guides: 'Guides', files: 'Files' } as const;

function primary(entries: readonly Entry[]): readonly Entry[] {
  const guides: Entry = { path: 'index.html#guides', title: 'Guides', summary: '', group: 'guides' };
  const changelog = entries.filter(({ path }) => path === 'changelog.html');
  return [...entries.filter(({ group }) => group === 'reference'), guides, ...changelog];
}

function column(group: Entry['group'], entries: readonly Entry[], path: string): Content {
  const own = entries.filter((entry) => entry.group === group);
  if (own.length === 0) return undefined;
  return html`<div><h2 id="all-${group}">${groups[group]}</h2><ul aria-labelledby="all-${group}">${links(own, path)}</ul></div>
`;
}

function links(entries: readonly Entry[], path: string): readonly Html[] {
  return entries.map(
    (entry) => html`<li><a href="${entry.path}"${current(entry.path, path)}>${entry.title}</a></li>
`,
  );
}

function current(href: string, path: string): Content {
  return href === path && trusted(' aria-current="page"');
}

function contents(headings: readonly Heading[]): Html {
  return html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${headings.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>
`,
  )}</ul></nav>`;
}
