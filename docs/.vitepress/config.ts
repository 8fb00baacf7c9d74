import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { moveInlineScripts, writeInlineScripts } from './inline-scripts.ts';
import { adjustLinks } from './links.ts';
import { sidebar, summaryOf } from './menu.ts';
import { publishSources } from './publish.ts';
import { writeReference } from './reference/write-reference.ts';
import { slug } from './slug.ts';

const docs = join(import.meta.dirname, '..');

// A tarball has no history, and an image may have no git.
const hasHistory = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: docs }).status === 0;

// Package.json gets both when the project is published: they decide whether there are a sitemap and links to edit a page.
const { homepage, repository }: { homepage?: string; repository?: string } = JSON.parse(
  readFileSync(join(docs, '../package.json'), 'utf8'),
);

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default defineConfig({
  title: 'Account Access',
  lang: 'en',
  base: '/docs/',
  outDir: '../dist/docs',
  cacheDir: './node_modules/.vitepress',
  srcExclude: ['README.md'],
  // Markup in the text of a page is text, such as a placeholder in angle brackets.
  markdown: {
    html: false,
    config: adjustLinks,
    anchor: { slugify: slug },
    // The usual themes have too little contrast on the grey of code (WCAG 2.2, 1.4.3).
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  head: [['link', { rel: 'icon', href: '/docs/icon.svg' }]],
  metaChunk: true,
  lastUpdated: hasHistory,
  ...(homepage && { sitemap: { hostname: homepage } }),
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Use', link: '/use/quickstart', activeMatch: '/use/' },
      { text: 'Test', link: '/test/tutorial', activeMatch: '/test/' },
      { text: 'Run', link: '/run/deploy', activeMatch: '/run/' },
      // Not a page of VitePress, so it must be loaded.
      { text: 'API reference', link: '/reference/', target: '_self' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    ...(repository && { editLink: { pattern: `${repository}/edit/main/docs/:path` } }),
  },
  transformPageData: ({ relativePath, frontmatter }) => ({
    description:
      frontmatter.description ?? summaryOf(readFileSync(join(docs, relativePath), 'utf8')),
  }),
  transformHead: ({ page }) =>
    page === '404.md'
      ? []
      : [['link', { rel: 'alternate', type: 'text/markdown', href: `/docs/${page}` }]],
  transformHtml: moveInlineScripts,
  buildEnd: async ({ outDir, pages }) => {
    await writeInlineScripts(outDir);
    await publishSources(outDir, pages);
    await writeReference(join(outDir, 'reference'));
  },
});
