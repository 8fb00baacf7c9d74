import { type BuildOptions, build } from 'esbuild';
import { root } from '../linters.ts';

export async function bundleScript(entry: string, options: BuildOptions = {}): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    // Not as modules: browsers do not load those from a disk.
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    ...options,
    write: false,
  });
  const [script] = outputFiles ?? [];
  if (script === undefined) throw new Error(`${entry} gives no script`);
  return script.contents;
}
