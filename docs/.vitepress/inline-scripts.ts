import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const scripts = new Map<string, string>();

/**
 * VitePress writes two scripts into each page, which set the theme before the page is drawn. In files they do the same, and the
 * policy of the site need not allow inline scripts.
 */
export function moveInlineScripts(page: string): string {
  return page.replaceAll(
    /<script id="([\w-]+)">(.*?)<\/script>/gs,
    (_script, id: string, code: string) => {
      scripts.set(id, code);
      return `<script src="/docs/inline/${id}.js"></script>`;
    },
  );
}

export async function writeInlineScripts(folder: string): Promise<void> {
  await mkdir(join(folder, 'inline'), { recursive: true });
  for (const [id, code] of scripts) await writeFile(join(folder, `inline/${id}.js`), code);
}
