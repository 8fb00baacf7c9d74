import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deadLinks } from './dead-links.ts';
import { root } from './redocly.ts';

const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs what is built, as `npm publish` would, and holds the tarball itself against publint and attw: what a stranger
 * installs resolves, with types, in everything that knows ES modules, and its texts link to nothing that is not in it.
 */
const folder = await mkdtemp(join(tmpdir(), 'package-'));
try {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: root, maxBuffer: 2 ** 24 });
  // It answers with a list, of one.
  const [packed] = JSON.parse(stdout) as Packed[];
  if (packed === undefined) throw new Error('npm packed nothing');
  const tarball = join(folder, packed.filename);
  const foreign = packed.files.filter(({ path }) => !belongs(path)).map(({ path }) => path);
  const missing = ['dist/docs/index.html', 'dist/bin/account-access.js', 'LICENSE', 'README.md'].filter(
    (path) => !packed.files.some((file) => file.path === path),
  );
  const paths = packed.files.map(({ path }) => path);
  for (const file of paths.filter((path) => /^(?:[A-Z]+|bench\/[A-Z]+|docs\/[^/]+)\.md$/.test(path))) {
    const text = await readFile(join(root, file), 'utf8');
    for (const link of deadLinks(file, text, paths))
      tell(`is linked by ${file} and not in the package`, [link]);
  }
  tell('does not belong in the package', foreign);
  tell('is missing in the package: run `npm run build && npm run docs`', missing);
  await hold('publint/src/cli.js', ['run', tarball, '--strict']);
  // No program imports YAML as a module: these are files to be read, at the path that their names resolve to.
  const files = ['--exclude-entrypoints', './openapi.yaml', './arazzo'];
  const esm = ['--profile', 'esm-only', '--no-emoji'];
  await hold('@arethetypeswrong/cli/dist/index.js', [tarball, ...esm, ...files]);
  console.log(`package: ${packed.files.length} files, ${Math.round(packed.size / 1000)} kB`);
} finally {
  await rm(folder, { recursive: true });
}

function belongs(path: string): boolean {
  const ours =
    /^(dist\/(bin|client|conformance|docs|generated|mock|server)|generated|server|conformance|bin\/completion)\//;
  if (/\.map$|(^|\/)test\//.test(path)) return false;
  // Sources are not shipped, but examples: what is outside dist is data, texts and their pictures.
  if (/^(docs\/[\w-]+\.md|examples\/[\w-]+\.ts|bench\/(RESULTS\.md|[\w-]+\.(svg|json)))$/.test(path))
    return true;
  if (/\.ts$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('dist/docs/')) return false;
  return ours.test(path) || /^(LICENSE|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|package\.json)$/.test(path);
}

function tell(what: string, paths: readonly string[]): void {
  for (const path of paths) console.error(`${path} ${what}`);
  if (paths.length > 0) process.exitCode = 1;
}

async function hold(program: string, options: readonly string[]): Promise<void> {
  try {
    await run(process.execPath, [join(root, 'node_modules', program), ...options], { cwd: root });
  } catch (error) {
    // What both tools have to say is on standard output.
    console.error(error instanceof Error && 'stdout' in error ? error.stdout : error);
    process.exitCode = 1;
  }
}
