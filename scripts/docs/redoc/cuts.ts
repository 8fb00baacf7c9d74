/** A part of Redoc's script that the page removes or replaces. */
interface Cut {
  readonly what: string;
  readonly from: RegExp;
  readonly to: string;
  /** Whether it occurs more than once. */
  readonly often?: boolean;
}

const cuts: readonly Cut[] = [
  {
    // It needs `unsafe-eval`, without benefit: otherwise Redoc searches its few operations in the page itself.
    what: 'the worker of the search',
    from: /try\{return (\w+)\._factory\?\?=Function\(\w+\),!0\}catch\{return!1\}/,
    to: 'return!1',
  },
  { what: 'the text of that worker', from: /`\/\*\*!(?:\\r)?\n \* FlexSearch(?:[^`\\]|\\.)*`/s, to: '``' },
  {
    what: 'a font of icons for trees of files',
    from: /src: url\('data:application\/font-woff;base64,[^']*'\)[^;`]*;/,
    to: '',
  },
  {
    // It needs `unsafe-inline`; see tokenStyles in reference-page.ts.
    what: 'the colours of highlighted code, written as styles',
    from: /` style="color: var\(\$\{(\w+)\}\)"`/,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it becomes a template of Redoc's.
    to: '` data-token="${$1}"`',
  },
  { what: 'comments in style sheets', from: / *\/\/ ?@presenter [A-Za-z ]+/g, to: '', often: true },
  {
    what: 'a logo that is loaded from its maker',
    from: /`API docs by`/g,
    to: '`API docs by Redoc`',
    often: true,
  },
  {
    what: 'the addresses of its pictures and telemetry',
    from: /https:\/\/(?:cdn\.redoc\.ly|cdn\.redocly\.com|otel\.cloud\.redocly\.com)[^\s"'`)]*/g,
    to: 'data:,',
    often: true,
  },
];

/** @throws Error when a part is missing or appears twice, because Redoc has changed */
export function cut(script: string): string {
  return cuts.reduce((text, { what, from, to, often = false }) => {
    const found = text.match(new RegExp(from, from.flags.replace('g', '').concat('g')))?.length ?? 0;
    if (found === 0 || (found > 1 && !often))
      throw new Error(`Redoc has changed: ${what} was found ${found} times.`);
    return text.replace(from, to);
  }, script);
}
