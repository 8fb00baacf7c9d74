import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runModule, toolsFolder } from './check-generators/check.ts';
import { deadLinks } from './dead-links.ts';
import { root } from './linters.ts';

const run = promisify(execFile);

interface Package {
  readonly folder: string;
  readonly required: readonly string[];
  readonly allowed: RegExp;
  /** Entry points that attw leaves out: files that a program reads, and never imports as modules. */
  readonly data: readonly string[];
}

/** Lists the dependencies. npm's `--omit dev` would leave out those that a development dependency has as well. */
const sbom = 'dist/sbom.cdx.json';
/** Files and texts that may contain a secret, or are for tests. */
const privateFile = /(^|\/)\.|^test\/|\.(test\.\w+|pem|key|db|db-\w+|secrets)$|credential$/;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{60}/;

const packages: readonly Package[] = [
  {
    folder: root,
    required: ['dist/docs/index.html', 'dist/bin/account-access.js', sbom, 'LICENSE', 'README.md'],
    // Only examples are shipped as sources. What else is outside `dist` is data, texts and their pictures.
    allowed: new RegExp(
      [
        /^dist\/(docs\/|sbom\.cdx\.json$)/,
        /^dist\/(bin|client|conformance|generated|mock|server)\/.*(\.d\.ts|\.js|\.json)$/,
        /^(generated|server|conformance)\/.*(?<!\.ts|\.map)$/,
        /^(docs\/([\w-]+\/)?[\w-]+\.(md|svg)|examples\/(implementations\/([\w-]+\/)?)?[\w.-]+\.(ts|py|go|rb|md|yaml|json)|bench\/(RESULTS\.md|results\.json))$/,
        /^(LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|CONTRIBUTING\.md|openapi\/interface\.md|package\.json)$/,
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    data: ['./openapi.yaml', './openapi-3.0.yaml', './arazzo'],
  },
  {
    folder: join(root, 'client'),
    required: ['dist/client/index.js', 'dist/client/index.d.ts', 'LICENSE', 'README.md'],
    allowed:
      /^(dist\/client\/index\.js(\.map)?|dist\/(client|generated)\/[\w-]+\.d\.ts|LICENSE|README\.md|package\.json)$/,
    data: [],
  },
  {
    folder: join(root, 'conformance/engine'),
    required: [
      ...['dist/bin/openapi-contract-tests.js', 'profile.schema.json', 'report.schema.json'],
      ...['LICENSE', 'README.md'],
    ],
    allowed:
      /^(dist\/.*(\.d\.ts|\.js)|docs\/[\w-]+\.md|(mutation-report|profile|report)\.schema\.json|LICENSE|README\.md|package\.json)$/,
    data: [],
  },
];

const folder = await mkdtemp(join(tmpdir(), 'package-'));
try {
  for (const each of packages) await check(each);
} finally {
  await rm(folder, { recursive: true });
}

/** Every entry point resolves with its types, there are no other files, and the links in texts work. */
async function check(checked: Package): Promise<void> {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: checked.folder, maxBuffer: 2 ** 24 });
  // npm prints a list of one package, with these fields.
  const [packed] = JSON.parse(stdout) as {
    readonly name: string;
    readonly filename: string;
    readonly size: number;
    readonly files: readonly { readonly path: string }[];
  }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  const paths = packed.files.map(({ path }) => path);
  for (const file of paths.filter((path) => /^(?!dist\/).+\.md$/.test(path))) {
    const text = await readFile(join(checked.folder, file), 'utf8');
    report(
      packed.name,
      `is linked from ${file}, but not in the package`,
      deadLinks(file, text, paths),
    );
  }
  const unexpected = paths.filter((path) => !checked.allowed.test(path));
  report(packed.name, 'does not belong in the package', unexpected);
  const texts = await Promise.all(
    paths.map((path) => readFile(join(checked.folder, path), 'latin1')),
  );
  const exposed = paths.filter(
    (path, nth) => privateFile.test(path) || privateKey.test(texts[nth] ?? ''),
  );
  report(packed.name, 'may contain a secret, or is for tests', exposed);
  if (paths.includes(sbom)) {
    const { dependencies } = JSON.parse(texts[paths.indexOf('package.json')] ?? '');
    const bill = texts[paths.indexOf(sbom)] ?? '';
    const names = Object.keys(dependencies);
    const absent = names.filter((name) => !bill.includes(`"${name}@${dependencies[name]}"`));
    report(packed.name, `is a dependency that ${sbom} lacks`, absent);
  }
  const missing = checked.required.filter((path) => !paths.includes(path));
  report(packed.name, 'is missing from the package: run `npm run build && npm run docs`', missing);

  const tarball = join(folder, packed.filename);
  await runChecker('publint/src/cli.js', ['run', tarball, '--strict']);
  const excluded = checked.data.length > 0 ? ['--exclude-entrypoints', ...checked.data] : [];
  const attw = '@arethetypeswrong/cli/dist/index.js';
  await runChecker(attw, [tarball, '--profile', 'esm-only', '--no-emoji', ...excluded]);
  console.log(`${packed.name}: ${packed.files.length} files, ${Math.round(packed.size / 1000)} kB`);
}

function report(name: string, problem: string, paths: readonly string[]): void {
  for (const path of paths) console.error(`${name}: ${path} ${problem}`);
  if (paths.length > 0) process.exitCode = 1;
}

async function runChecker(program: string, options: readonly string[]): Promise<void> {
  await runModule(join(toolsFolder, program), options).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
