import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, postcssIsolateStyles } from 'vitepress';
import llms from 'vitepress-plugin-llms';
import { adjustLinks } from './links.ts';
import { writeScalar } from './reference/write-scalar.ts';
import { slug } from './slug.ts';

const root = join(import.meta.dirname, '../..');

// A tarball has no history, and an image may have no git.
const hasHistory = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status === 0;

// When package.json has them, the site has a sitemap and links to edit a page.
const { homepage, repository }: { homepage?: string; repository?: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
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
  vite: {
    // The theme leaves the elements of the reference alone.
    css: { postcss: { plugins: [postcssIsolateStyles()] } },
    plugins: [
      llms({
        ignoreFiles: ['reference/*'],
        generateLLMsFullTxt: false,
        injectLLMHint: false,
        customTemplateVariables: {
          details: 'Its contract is [openapi.yaml](/docs/downloads/openapi.yaml).',
        },
      }),
    ],
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Use', link: '/use/quickstart', activeMatch: '/use/' },
      { text: 'Test', link: '/test/tutorial', activeMatch: '/test/' },
      { text: 'Run', link: '/run/deploy', activeMatch: '/run/' },
      { text: 'API reference', link: '/reference/' },
      { text: 'OpenAPI', link: '/docs/downloads/openapi.yaml', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Use the API',
        base: '/use/',
        items: [
          { text: 'Quickstart', link: 'quickstart' },
          { text: 'Authentication and MFA', link: 'authentication' },
          { text: 'API keys', link: 'api-keys' },
          { text: 'Errors and retries', link: 'errors' },
          { text: 'TypeScript client', link: 'client' },
          { text: 'In a browser', link: 'browser' },
          { text: 'Mock and test', link: 'mock' },
          { text: 'Other languages', link: 'other-languages' },
          { text: 'Changelog and versioning', link: 'changelog' },
        ],
      },
      {
        text: 'Test your server',
        base: '/test/',
        items: [
          { text: 'Make your server pass in 30 minutes', link: 'tutorial' },
          { text: 'Profile and reports', link: 'profile-and-reports' },
          { text: 'Checks', link: 'checks' },
          { text: 'Decisions', link: 'decisions' },
        ],
      },
      {
        text: 'Run the service',
        base: '/run/',
        items: [
          { text: 'Deploy the service', link: 'deploy' },
          { text: 'Accounts and keys', link: 'accounts-and-keys' },
          { text: 'Back up and restore', link: 'back-up-and-restore' },
          { text: 'Monitor the service', link: 'monitor' },
          { text: 'Configuration and commands', link: 'configuration' },
          { text: 'Security', link: 'security' },
        ],
      },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
    ...(repository && { editLink: { pattern: `${repository}/edit/main/docs/:path` } }),
  },
  buildEnd: async ({ outDir }) => {
    await writeScalar(join(outDir, 'reference/scalar.js'));
    for (const name of ['openapi.yaml', 'openapi.json', 'openapi-3.0.yaml'])
      await cp(join(root, 'generated', name), join(outDir, 'downloads', name));
  },
});
