import { type Content, type Html, html, trusted } from '../markdown/html.ts';
import type { Heading } from '../markdown/render-markdown.ts';
import { audiences, type Kind, kinds } from './navigation.ts';
import type { Entry } from './site-file.ts';

export function siteMenu(entries: readonly Entry[], own: Entry | undefined, path: string): Html {
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

export function pageMenu(entries: readonly Entry[], own: Entry): Content {
  const audience = audiences.find(({ id }) => id === own.place?.audience);
  if (audience === undefined) return undefined;
  return html`<nav class="pages" aria-label="${audience.title}">${byKind(entries, audience.id, own.path, 'menu')}</nav>`;
}

function byKind(entries: readonly Entry[], audience: string, path: string, prefix: string): Content {
  // The keys of this table are its kinds.
  return (Object.keys(kinds) as Kind[]).map((kind) => {
    const own = entries.filter(({ place }) => place?.audience === audience && place.kind === kind);
    if (own.length === 0) return undefined;
    const id = `${prefix}-${audience}-${kind}`;
    return html`<h2 id="${id}">${kinds[kind]}</h2><ul aria-labelledby="${id}">${links(own, path)}</ul>`;
  });
}

/** Which kind of page it is and for whom, and the same page as Markdown. */
export function pageTools({ path, place }: Entry): Html {
  const audience = audiences.find(({ id }) => id === place?.audience);
  return html`<p class="tools"><span>${audience?.title}</span> <a class="source" href="${path.replace(/html$/, 'md')}" type="text/markdown">This page as Markdown</a></p>`;
}

export function turnPages(entries: readonly Entry[], own: Entry): Content {
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
export function contents(headings: readonly Heading[]): Html {
  return html`<nav class="contents" aria-labelledby="contents"><details><summary id="contents">On this page</summary><ul>${headings.map(
    ({ id, text, level }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
  )}</ul></details></nav>`;
}

export function footer(entries: readonly Entry[], path: string): Html {
  const columns = [
    ...audiences.map(({ id, title }) => ({
      id,
      title,
      own: entries.filter(({ place }) => place?.audience === id),
    })),
    { id: 'api', title: 'API', own: entries.filter(({ group }) => group === 'reference') },
    {
      id: 'files',
      title: 'Files',
      own: entries.filter(({ group, place }) => group !== 'reference' && place === undefined),
    },
  ];
  return html`<footer>
<nav aria-label="All pages">
${columns.map(
  ({ id, title, own }) =>
    own.length > 0 &&
    html`<div><h2 id="all-${id}">${title}</h2><ul aria-labelledby="all-${id}">${links(own, path)}</ul></div>`,
)}
</nav>
</footer>`;
}

function links(entries: readonly Entry[], path: string): readonly Html[] {
  return entries.map(
    (entry) => html`<li><a href="${entry.path}"${current(entry.path, path)}>${entry.title}</a></li>`,
  );
}

function current(href: string, path: string): Content {
  return href === path && trusted(' aria-current="page"');
}
