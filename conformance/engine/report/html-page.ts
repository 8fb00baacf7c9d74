import { escapeMarkup as text } from './text.ts';

interface Page {
  readonly title: string;
  /** Styles beyond those that all pages have. */
  readonly style: string;
  /** The content, as HTML. */
  readonly body: string;
}

/** One HTML page that loads nothing else: no scripts, fonts or images. */
export function htmlPage({ title, style, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${pageStyle}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text in which backticks mark code. */
export function prose(content: string): string {
  return text(content).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Light or dark, as the reader prefers. All text has a contrast of 4.5 or more. */
const pageStyle = `
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fff; --dim: #57606a; --line: #d0d7de; --soft: #f6f8fa;
  --red: #b3261e; --green: #1a6b34; --amber: #7a5200; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --paper: #15181c; --dim: #a0a8b2; --line: #3a424b; --soft: #1e2329;
    --red: #ff8f87; --green: #6fd08c; --amber: #e5b455; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 62rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
small { color: var(--dim); font-weight: normal; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
details, .check { margin: .25rem 0; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; }
summary { cursor: pointer; } summary h2 { display: inline; margin: 0; }
a { color: inherit; }
pre { margin: 0; padding: .5rem; background: var(--soft); border-radius: .25rem; white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { overflow-wrap: normal; }
@media (max-width: 30rem) { body { padding: 1rem; } }
`;
