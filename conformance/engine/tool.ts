import { createRequire } from 'node:module';
import type { Tool } from './report/report.ts';

const { name, version } = createRequire(import.meta.url)('#engine-package');

export const engineTool: Tool = {
  name,
  version,
  homepage: `https://www.npmjs.com/package/${name}`,
};
