import { createHighlighterCoreSync, type ThemedToken } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import ini from '@shikijs/langs/ini';
import json from '@shikijs/langs/json';
import python from '@shikijs/langs/python';
import shell from '@shikijs/langs/shellscript';
import sql from '@shikijs/langs/sql';
import typescript from '@shikijs/langs/typescript';
import yaml from '@shikijs/langs/yaml';
import { type Html, trusted } from './html.ts';

const plain = 'plain';
const keywords = ['keyword', 'storage', 'variable.language'];
const plainScopes = [
  ...['keyword.operator', 'keyword.other.template', 'storage.type.function.arrow'],
  ...['meta.template.expression', 'constant.character.escape.line-continuation'],
];

// A colour is the name of a class, for which the style of the site has a variable, light and dark.
const theme = {
  name: 'classes',
  settings: [
    { settings: { foreground: plain } },
    { scope: ['entity.name.tag', 'support.type.property-name'], settings: { foreground: 'k' } },
    { scope: ['constant', 'keyword.other.unit'], settings: { foreground: 'n' } },
    { scope: ['string'], settings: { foreground: 's' } },
    { scope: keywords, settings: { foreground: 'w' } },
    { scope: ['comment'], settings: { foreground: 'c' } },
    { scope: plainScopes, settings: { foreground: plain } },
  ],
};

const highlighter = createHighlighterCoreSync({
  engine: createJavaScriptRegexEngine(),
  langs: [ini, json, python, shell, sql, typescript, yaml],
  langAlias: { javascript: 'typescript', js: 'typescript' },
  themes: [theme],
});

const languages = new Set([...highlighter.getLoadedLanguages(), 'javascript', 'js']);

/** With classes only: the policy of the pages forbids `style`. Code in other languages is not marked. */
export function highlight(source: string, language: string): Html {
  if (!languages.has(language)) return trusted(escapeCode(source));
  // On a busy machine, the usual limit of half a second leaves the rest of a line unmarked.
  const options = { lang: language, theme: theme.name, tokenizeTimeLimit: 0 };
  const { tokens } = highlighter.codeToTokens(source, options);
  return trusted(tokens.map(lineOf).join('\n'));
}

function lineOf(tokens: readonly ThemedToken[]): string {
  const runs: { role: string | undefined; text: string }[] = [];
  for (const { color = plain, content } of tokens) {
    const role = color === plain ? undefined : color;
    const last = runs.at(-1);
    // A space looks the same in every colour.
    if (last !== undefined && (role === last.role || content.trim() === '')) last.text += content;
    else runs.push({ role, text: content });
  }
  return runs
    .map(({ role, text }) =>
      role === undefined ? escapeCode(text) : `<i class="${role}">${escapeCode(text)}</i>`,
    )
    .join('');
}

// Between tags, quotes need no escaping, and code is full of them.
function escapeCode(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&#62;');
}
