import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { referenceDocument } from './document.ts';

/** Writes the API reference: a page of its own, drawn by Scalar. */
export async function writeReference(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['index.html', 'page.js', 'page.css']) {
    await copyFile(join(import.meta.dirname, name), join(folder, name));
  }
  await writeFile(join(folder, 'scalar.js'), await readScalar());
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(referenceDocument()));
}

/**
 * The script of Scalar, which the package for Fastify brings along. Scalar's own package has the same file, and with it 284
 * others and 311 MB.
 */
async function readScalar(): Promise<string> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/', configuration: { content: '{}' } });
  const { body, statusCode } = await app.inject('/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar sends its script with status ${statusCode}`);
  return body;
}
