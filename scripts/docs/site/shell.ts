import { type Content, type Html, html, trusted } from '../markdown/html.ts';
import type { Heading } from '../markdown/render-markdown.ts';
import { audiences, type Kind, kinds } from './navigation.ts';
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
    isGuide && 'with-pages guide',
    menu.length > 1 && 'with-contents',
    wide && 'wide',
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

function siteMenu(entries: readonly Entry[], own: Entry | undefined, path: string): Html {
  const sections = audiences.map(({ id, title }) => {
    const [first] = entries.filter(({ place }) => place?.audience === id);
    const isHere = own?.place?.audience === id && first?.path !== path;
    return (
      first &&
      html`<li><a href="${first.path}"${isHere ? trusted(' aria-current="true"') : current(first.path, path)}>${title}</a></li>`
    );
  });
  return html`<nav aria-label="Site">
<ul>${sections}${links(
    entries.filter(({ group }) => group === 'reference'),
    path,
  )}</ul>
</nav>`;
}

function pageMenu(entries: readonly Entry[], own: Entry): Content {
  const audience = audiences.find(({ id }) => id === own.place?.audience);
  if (audience === undefined) return undefined;
  // The keys of this table are its kinds.
  const groups = (Object.keys(kinds) as Kind[]).map((kind) => {
    const pages = entries.filter(
      ({ place }) => place?.audience === audience.id && place.kind === kind,
    );
    if (pages.length === 0) return undefined;
    const id = `menu-${audience.id}-${kind}`;
    return html`<h2 id="${id}">${kinds[kind]}</h2><ul aria-labelledby="${id}">${links(pages, own.path)}</ul>`;
  });
  return html`<nav class="pages" aria-label="${audience.title}">${groups}</nav>`;
}

/** Which kind of page it is and for whom, and the same page as Markdown. */
function pageTools({ path, place }: Entry): Html {
  const audience = audiences.find(({ id }) => id === place?.audience);
  return html`<p class="tools"><span>${audience?.title}</span> <a class="source" href="${path.replace(/html$/, 'md')}" type="text/markdown">This page as Markdown</a></p>`;
}

function turnPages(entries: readonly Entry[], own: Entry): Content {
  const guides = entries.filter(({ place }) => place?.audience === own.place?.audience);
  const at = guides.findIndex(({ path }) => path === own.path);
  const [before, after] = [guides[at - 1], guides[at + 1]];
  if (own.place === undefined || (before === undefined && after === undefined)) return undefined;
  return html`<nav class="turn" aria-label="Previous and next">
${before && html`<a class="page-link before" href="${before.path}" rel="prev"><span>Previous</span> ${before.title}</a>`}
${after && html`<a class="page-link after" href="${after.path}" rel="next"><span>Next</span> ${after.title}</a>`}
</nav>`;
}

/** "On this page". On narrow screens it is folded. */
function contents(headings: readonly Heading[]): Html {
  return html`<nav class="contents" aria-labelledby="contents"><details><summary id="contents">On this page</summary><ul>${headings.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  )}</ul></details></nav>`;
}

function footer(entries: readonly Entry[], path: string): Html {
  const column = (id: string, title: string, isIn: (entry: Entry) => boolean) => {
    const own = links(entries.filter(isIn), path);
    return (
      own.length > 0 &&
      html`<div><h2 id="all-${id}">${title}</h2><ul aria-labelledby="all-${id}">${own}</ul></div>`
    );
  };
  return html`<footer>
<nav aria-label="All pages">
${[
  ...audiences.map(({ id, title }) => column(id, title, ({ place }) => place?.audience === id)),
  column('api', 'API', ({ group }) => group === 'reference'),
  column('files', 'Files', ({ group, place }) => group !== 'reference' && place === undefined),
]}
</nav>
</footer>`;
}

function links(entries: readonly Entry[], path: string): readonly Html[] {
  return entries.map(
    (entry) =>
      html`<li><a href="${entry.path}"${current(entry.path, path)}>${entry.title}</a></li>`,
  );
}

function current(href: string, path: string): Content {
  return href === path && trusted(' aria-current="page"');
}
