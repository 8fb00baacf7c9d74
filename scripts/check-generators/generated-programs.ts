import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { toolName } from '../install.ts';
import { root } from '../linters.ts';
import {
  type Access,
  type Build,
  type Check,
  MissingToolError,
  runModule,
  runProgram,
} from './check.ts';

const programs = join(import.meta.dirname, 'programs');
const names = [
  'call-service.ts',
  'parse-examples.ts',
  'scalar.ts',
  'swagger-parser.ts',
  'values.json',
];

/** Puts our programs next to what the generators will write, which they import. */
export async function copyPrograms({ path, folder }: Build): Promise<void> {
  for (const name of names) await copyFile(join(programs, name), join(folder, name));
  await writeFile(
    join(folder, 'document.json'),
    JSON.stringify(parse(await readFile(path, 'utf8'))),
  );
  const page = await readFile(join(root, 'docs/use/other-languages.md'), 'utf8');
  const [, sample = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
  await writeFile(
    join(folder, 'sample.ts'),
    sample.replaceAll("'./client", "'./generated/hey-api"),
  );
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

export const parsers: readonly Check[] = Object.entries({
  '@apidevtools/swagger-parser': 'swagger-parser.ts',
  '@scalar/openapi-parser': 'scalar.ts',
}).map(([name, program]) => ({
  tool: toolName(name),
  proves: 'is valid',
  run: ({ path, folder }) => runTypeScript(folder, program, [path]),
}));

export function generatedPrograms(access: Access): readonly Check[] {
  return [
    {
      tool: toolName('typescript'),
      proves: 'everything that was generated, and the sample of the docs, compiles with `strict`',
      run: async ({ folder }) => {
        await runModule(join(root, 'node_modules/typescript/bin/tsc'), ['--project', folder]);
      },
    },
    {
      tool: `${toolName('@hey-api/openapi-ts')}, client`,
      proves: 'logs in, generates with an Idempotency-Key, and revokes',
      run: ({ folder }) => runTypeScript(folder, 'call-service.ts', access),
    },
    {
      tool: `${toolName('zod')}, schemas of openapi-zod-client and orval`,
      proves: 'accept all examples, and any text as a token',
      run: ({ folder }) => runTypeScript(folder, 'parse-examples.ts', []),
    },
  ];
}

async function runTypeScript(folder: string, name: string, args: readonly string[]): Promise<void> {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  await runModule(tsx, [join(folder, name), ...args], { cwd: folder });
}

// Where Debian and Ubuntu put the sources of Go packages. Nothing is downloaded.
const goPath = '/usr/share/gocode';
const packages = 'golang-go golang-github-getkin-kin-openapi-dev';

export function goCheck(folder: string, access: Access): Check {
  const program = join(folder, 'check-with-go');
  const env = { GOPATH: goPath, GO111MODULE: 'off', GOFLAGS: '' };
  let building: Promise<string> | undefined;
  return {
    tool: 'kin-openapi of Debian',
    proves: 'is valid, its patterns work, and a Go client logs in, generates and revokes',
    run: async ({ path }) => {
      if (!existsSync(join(goPath, 'src/github.com/getkin/kin-openapi')))
        throw new MissingToolError(
          `needs Go with kin-openapi. On Debian and Ubuntu: apt-get install ${packages}`,
        );
      building ??= runProgram('go', ['build', '-o', program, join(programs, 'go/main.go')], {
        env,
      });
      await building;
      await runProgram(program, [path, ...access]);
    },
  };
}
