import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolName } from '../install.ts';
import { redocly, root } from '../linters.ts';
import { type Check, runModule, ToolError, toolsFolder } from './check.ts';

/** Tools that the project depends on anyway, here without its settings. */
export const linters: readonly Check[] = [
  {
    tool: `${toolName('@redocly/cli')}, recommended-strict`,
    proves: 'has no errors and no warnings',
    run: async ({ path }) => {
      const { stdout } = await redocly(
        'lint',
        '--extends',
        'recommended-strict',
        '--format',
        'json',
        path,
      );
      const { problems } = JSON.parse(stdout) as { readonly problems: readonly Problem[] };
      const lines = problems.map(
        ({ ruleId, message, location }) => `${location[0]?.pointer}  ${ruleId}: ${message}`,
      );
      if (lines.length > 0) throw new ToolError(lines.join('\n'));
    },
  },
  {
    tool: `${toolName('@stoplight/spectral-cli')}, spectral:oas`,
    proves: 'has no errors, warnings or hints',
    run: async ({ path, folder }) => {
      const ruleset = join(folder, 'spectral.yaml');
      await writeFile(ruleset, 'extends: spectral:oas\n');
      const cli = join(toolsFolder, '@stoplight/spectral-cli/dist/index.js');
      await runModule(cli, ['lint', '--ruleset', ruleset, '--fail-severity', 'hint', path]);
    },
  },
];

// A number of three digits is an HTTP status: orval writes `loginResponse404` next to `loginResponse`.
const numbered = /^(.*[^\d_])_?(?![1-5]\d\d$)\d+$/;
const declaration =
  /^export (?:declare |abstract |async )*(?:type|interface|const|enum|class|function) (\w+)/gm;

/** What each tool writes, and its program with arguments: PATH is the contract, OUTPUT the file, and FOLDER its folder. */
export const commands = [
  ['openapi-typescript', 'types.ts', 'bin/cli.js PATH --output OUTPUT'],
  [
    '@hey-api/openapi-ts',
    'index.ts',
    'bin/run.js --input PATH --output FOLDER --client @hey-api/client-fetch',
  ],
  ['orval', 'client.ts', 'dist/bin/orval.js --input PATH --output OUTPUT --client fetch'],
  ['orval', 'schemas.ts', 'dist/bin/orval.js --input PATH --output OUTPUT --client zod'],
  [
    'swagger-typescript-api',
    'api.ts',
    'dist/cli.mjs generate --path PATH --output FOLDER --name api.ts',
  ],
  ['openapi-zod-client', 'api.ts', 'bin.js PATH --output OUTPUT --export-schemas'],
] as const;

export const generators: readonly Check[] = commands.map(([name, file, command]) => ({
  tool: `${toolName(name)}, ${file}`,
  proves: 'generates TypeScript without renamed duplicates',
  run: async (build) => {
    const folder = join(build.folder, 'generated', name.replace(/^@|\/.*$/g, ''));
    await mkdir(folder, { recursive: true });
    const paths = new Map([
      ['PATH', build.path],
      ['OUTPUT', join(folder, file)],
      ['FOLDER', folder],
    ]);
    const [program = '', ...args] = command.split(' ').map((word) => paths.get(word) ?? word);
    // The project has one of them itself.
    const own = join(root, 'node_modules', name, program);
    const log = await runModule(existsSync(own) ? own : join(toolsFolder, name, program), args);
    const files = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.ts'));
    if (!files.includes(file)) throw new ToolError(`${file} was not written:\n${log}`);
    const text = (await Promise.all(files.map((one) => readFile(join(folder, one), 'utf8')))).join(
      '\n',
    );
    const duplicates = renamedDuplicates(text);
    if (duplicates.length > 0) throw new ToolError(`renamed duplicates: ${duplicates.join(', ')}`);
  },
}));

/** Such names tell a reader nothing, and change places when the document does. */
function renamedDuplicates(text: string): readonly string[] {
  const names = new Set(Array.from(text.matchAll(declaration), ([, name]) => name ?? ''));
  return [...names].filter((name) => names.has(numbered.exec(name)?.[1] ?? ''));
}

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}
