import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toolName } from '../install.ts';
import { root } from '../linters.ts';
import { type Build, type Check, ToolError } from './check.ts';
import { renamedDuplicates } from './renamed-duplicates.ts';
import { runModule, toolsFolder } from './run-program.ts';

/** Programs that write TypeScript from the contract. */
export const generators: readonly Check[] = [
  generator('openapi-typescript', 'types.ts', ({ path }, output) =>
    runModule(join(root, 'node_modules/openapi-typescript/bin/cli.js'), [path, '--output', output]),
  ),
  generator('@hey-api/openapi-ts', 'index.ts', ({ path }, output) =>
    runTool('@hey-api/openapi-ts/bin/run.js', [
      '--input',
      path,
      '--output',
      dirname(output),
      '--client',
      '@hey-api/client-fetch',
    ]),
  ),
  generator('orval', 'client.ts', ({ path }, output) =>
    runTool('orval/dist/bin/orval.js', ['--input', path, '--output', output, '--client', 'fetch']),
  ),
  generator('orval', 'schemas.ts', ({ path }, output) =>
    runTool('orval/dist/bin/orval.js', ['--input', path, '--output', output, '--client', 'zod']),
  ),
  generator('swagger-typescript-api', 'api.ts', ({ path }, output) =>
    runTool('swagger-typescript-api/dist/cli.mjs', [
      'generate',
      '--path',
      path,
      '--output',
      dirname(output),
      '--name',
      'api.ts',
    ]),
  ),
  generator('openapi-zod-client', 'api.ts', ({ path }, output) =>
    runTool('openapi-zod-client/bin.js', [path, '--output', output, '--export-schemas']),
  ),
];

function generator(
  name: string,
  file: string,
  generate: (build: Build, output: string) => Promise<string>,
): Check {
  return {
    tool: `${toolName(name)}, ${file}`,
    proves: 'generates TypeScript without renamed duplicates',
    run: async (build) => {
      const folder = join(build.folder, 'generated', name.replace(/^@|\/.*$/g, ''));
      await mkdir(folder, { recursive: true });
      const log = await generate(build, join(folder, file));
      const files = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.ts'));
      if (!files.includes(file)) throw new ToolError(`${file} was not written:\n${log}`);
      const text = (await Promise.all(files.map((one) => readFile(join(folder, one), 'utf8')))).join('\n');
      const duplicates = renamedDuplicates(text);
      if (duplicates.length > 0) throw new ToolError(`renamed duplicates: ${duplicates.join(', ')}`);
    },
  };
}

function runTool(program: string, args: readonly string[]): Promise<string> {
  return runModule(join(toolsFolder, program), args);
}
