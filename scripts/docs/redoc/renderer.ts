import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redocly } from '../../redocly.ts';
import { cut } from './cuts.ts';

/**
 * The script that draws the contract into `<div id="redoc">`: Redoc, the contract and the options, as one module. It leaves out
 * what redocly has already rendered: only the introduction, with links to paths that no host has, and 250 kB of styles.
 */
export async function renderer(contract: string): Promise<string> {
  const [, script] = /<script type="module">([\s\S]*)<\/script>/.exec(await render(contract)) ?? [];
  if (!script?.includes('hydrate(__redoc_definition'))
    throw new Error('redocly build-docs has changed: its page has no script that draws the contract.');
  return cut(script);
}

// The page sends no telemetry, and leaves 48 pixels at the top for the header. Options given here replace all
// options of a configuration file, where `disableTelemetry` counts as a misspelling.
const drawing = ['--openapi.disableTelemetry', '--openapi.scrollYOffset=48'];

async function render(contract: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  try {
    const file = join(folder, 'index.html');
    const options = ['--config', 'openapi/redocly.yaml', '--inlineBundle', ...drawing];
    const { exitCode, stderr } = await redocly('build-docs', contract, ...options, '--output', file);
    if (exitCode !== 0) throw new Error(`The page cannot be built.\n${stderr}`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
