import type { Theme } from 'vitepress';
// Without the fonts of the theme: those of the reader's system need no download.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { Reference } from '../reference/reference.ts';
import './style.css';

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('reference', Reference);
  },
} satisfies Theme;
