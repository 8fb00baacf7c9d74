import { readFile } from 'node:fs/promises';
import { validate } from '@scalar/openapi-parser';

const [path = ''] = process.argv.slice(2);
const { valid, errors } = await validate(await readFile(path, 'utf8'));
if (!valid) {
  console.error(JSON.stringify(errors, null, 2));
  process.exitCode = 1;
}
