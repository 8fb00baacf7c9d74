import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/**
 * Writes the script of Scalar, which the package for Fastify brings along. Scalar's own package has the same file, and with it 284
 * others and 311 MB.
 */
export async function writeScalar(file: string): Promise<void> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/', configuration: { content: '{}' } });
  const { body, statusCode } = await app.inject('/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar sends its script with status ${statusCode}`);

  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}
