import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redocly } from './redocly.ts';
import { thirdParties } from './third-parties.ts';

/** The contract as one HTML page that works from a disk without a network, and asks nothing of any third party. */
export async function page(contract: string): Promise<string> {
  const html = keepToItself(await render(contract));
  const found = thirdParties(html);
  if (found.length > 0) throw new Error(`The page would ask third parties: ${found.join(', ')}`);
  return html;
}

async function render(contract: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  try {
    const file = join(folder, 'index.html');
    const options = ['--config', 'openapi/redocly.yaml', '--inlineBundle', '--openapi.disableTelemetry'];
    const { exitCode, stderr } = await redocly('build-docs', contract, ...options, '--output', file);
    if (exitCode !== 0) throw new Error(`The page cannot be built.\n${stderr}`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

// The renderer runs from inline scripts, compiles schemas and searches in a worker; it needs nothing from elsewhere.
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'font-src data:',
  "connect-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Empties the addresses of the vendor's logo, icons and telemetry, and has the browser refuse any other request: a link
 * is all that may lead away from the page.
 */
function keepToItself(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html
    .replace(/https:\/\/(?:cdn\.redoc\.ly|cdn\.redocly\.com|otel\.cloud\.redocly\.com)[^\s"'`)]*/g, 'data:,')
    .replace(/<head>/, () => `<head>\n  ${meta}`);
}
