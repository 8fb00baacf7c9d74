import { fileURLToPath } from 'node:url';
import { type Listening, startListening } from './listening.ts';

const command = fileURLToPath(
  new URL('../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
);

/** Prism on a document, on a free port. */
export function startPrism(document: string): Promise<Listening> {
  return startListening((port) => [command, 'mock', '-h', '127.0.0.1', '-p', String(port), document]);
}
