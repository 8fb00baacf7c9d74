import { html } from '../markdown/html.ts';

export interface Link {
  readonly path: string;
  readonly title: string;
}

interface Parts {
  /** Where else a reader may go. */
  readonly links: readonly Link[];
  readonly style: string;
  /** A `data:` address: without one browsers ask the host for `/favicon.ico`. */
  readonly icon: string;
  /** Runs before anything is drawn. */
  readonly scheme: string;
  readonly renderer: string;
  /** Runs next to the renderer: improves its markup. */
  readonly accessibility: string;
}

/** The page around the renderer. Its links are relative, so that it works below any path and from a disk. */
export function frame({ links, style, icon, scheme, renderer, accessibility }: Parts): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="Every operation of the Account Access and API Key Service next to its examples, with search.">
<title>Reference · account-access</title>
<link rel="icon" href="${icon}">
<script>${scheme}</script>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#redoc">Skip to the content</a>
<header class="site">
<a class="brand" href="index.html"><span class="long">account-access</span><span class="short">Home</span></a>
<nav aria-label="Site">
<ul>
<li><a href="reference.html" aria-current="page">Reference</a></li>
${links.map(item).join('\n')}
</ul>
</nav>
</header>
<noscript><p class="without-script">This reference needs JavaScript to search and fold. <a href="plain.html">The plain reference</a> says the same without.</p></noscript>
<div id="redoc"></div>
<script type="module">${renderer}</script>
<script>${accessibility}</script>
</body>
</html>
`;
}

// On narrow screens only the first word of a title is shown.
function item({ path, title }: Link): string {
  const [first, ...rest] = title.split(' ');
  const long = rest.length > 0 && html`<span class="long"> ${rest.join(' ')}</span>`;
  return html`<li><a href="${path}">${first}${long}</a></li>`.markup;
}
