import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { frame, type Link } from './docs/redoc/frame.ts';
import { policyFor } from './docs/redoc/policy.ts';
import { renderer } from './docs/redoc/renderer.ts';
import { tokenStyles } from './docs/redoc/token-styles.ts';
import { thirdParties } from './third-parties.ts';

const folder = join(import.meta.dirname, 'docs/redoc');

/**
 * The contract as one HTML page that works from a disk without a network, and asks nothing of any third party.
 *
 * @param links to the pages beside it, for its header.
 */
export async function page(contract: string, links: readonly Link[]): Promise<string> {
  const [style, icon, scheme, mend, script] = await Promise.all([
    readFile(join(folder, 'style.css'), 'utf8'),
    readFile(join(import.meta.dirname, 'docs/icon.svg'), 'base64'),
    inPage('scheme'),
    inPage('mend'),
    renderer(contract),
  ]);
  const html = frame({
    links,
    style: `${style}\n${tokenStyles(script)}`,
    icon: `data:image/svg+xml;base64,${icon}`,
    ...{ scheme, mend, renderer: script },
  });
  const found = thirdParties(html);
  if (found.length > 0) throw new Error(`The page would ask third parties: ${found.join(', ')}`);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`;
  return html.replace('<meta charset="utf-8">', (charset) => `${charset}\n${meta}`);
}

/** A script as a browser takes it, its names its own. */
async function inPage(name: string): Promise<string> {
  const source = await readFile(join(folder, `in-page/${name}.ts`), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'iife', target: 'es2022', minify: true });
  return code;
}
