import { fileURLToPath } from 'node:url';
import { startProgram } from './child-process.ts';

const command = fileURLToPath(
  new URL('../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
);

export type Prism = Awaited<ReturnType<typeof startPrism>>;

/** Starts Prism with a document on a free port, and waits until it listens. */
export async function startPrism(document: string) {
  const args = ['mock', '-h', '127.0.0.1', '-p', '0', document];
  const child = startProgram([process.execPath, command, ...args]);
  const said = await child.says(/listening on http:\/\/[\d.:]+[^\d.:]/);
  return { url: said.slice(said.indexOf('http'), -1), stop: child.end };
}
