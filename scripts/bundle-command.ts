import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from './linters.ts';

/*
 * Joins the modules of the command line into a few files, because Node needs longer to find and read many small files than to
 * run them. A part that is loaded by itself stays a file of its own.
 */

/** The packages that `--help` or `serve` need, with all that they depend on. The others stay outside. */
const bundled = ['commander', 'express', 'express-openapi-validator', 'kysely', 'otpauth', 'pino'];

/**
 * Files of what several parts need: these modules, and what they import that no earlier file has. What many commands need comes
 * first, so that none of them loads a large file for a small part of it.
 */
const shared: Readonly<Record<string, readonly string[]>> = {
  common: ['bin/command-name', 'server/security/is-loopback', 'server/security/private-file'],
  config: ['bin/commands/serve/config'],
  mock: ['bin/commands/mock/action'],
  store: ['server/store/open-store'],
  passwords: ['operator/accounts/mfa-setup', 'server/security/passwords/password'],
  service: ['bin/commands/serve/action'],
};

const entry = join(root, 'bin/account-access.ts');
const outputFolder = join(root, 'dist/bin');

const bundle = await rolldown({
  input: entry,
  cwd: root,
  platform: 'node',
  external: isExternal,
  plugins: [spawnLater(), onePerVersion()],
  transform: { target: 'node20' },
  // Nothing may be left out: Rolldown takes `decodeURIComponent` for a function without effect, but a check may need its error.
  treeshake: false,
});
const { output } = await bundle.write({
  // Directly in one folder: the modules of the command look for its main file there.
  dir: outputFolder,
  // To run ECMAScript modules, Node first needs 6 ms of CPU time. When they import CommonJS, it searches that for the names of its
  // exports, which took 70 ms for the packages with native code.
  format: 'cjs',
  // As in ECMAScript modules.
  strict: true,
  entryFileNames: '[name].cjs',
  // By default this leaves out code too.
  minify: false,
  chunkFileNames: '[name].cjs',
  comments: { jsdoc: false },
  codeSplitting: {
    groups: [
      // Not the entry: it runs the command before it has exports, so what a command loads can't require it.
      { name: 'command', tags: ['$initial'], test: (id) => id !== entry },
      ...Object.entries(shared).map(([name, modules]) => ({
        name,
        test: (id: string) => modules.some((module) => id === join(root, `${module}.ts`)),
      })),
    ],
  },
});
const chunks = output.filter((file) => file.type === 'chunk');
for (const name of Object.keys(shared))
  if (!chunks.some((chunk) => chunk.name === name)) throw new Error(`no module is in ${name}.cjs`);
await writeFile(
  join(outputFolder, 'THIRD-PARTY-LICENSES.txt'),
  await licencesOf(chunks.flatMap(({ modules }) => Object.keys(modules))),
);

/** Whether a module stays outside: one of Node, or of a package that is not bundled. */
function isExternal(id: string, importer = ''): boolean {
  return /^(?:@|[a-z])/.test(id) && !importer.includes('/node_modules/') && !bundled.includes(id);
}

/** Loads what starts programs only when commander starts one, which takes 3 ms of CPU time and never happens here. */
function spawnLater(): Plugin {
  const id = '\0spawn-later';
  return {
    name: 'spawn-later',
    resolveId: (source, importer) =>
      source === 'node:child_process' && importer?.includes('/node_modules/commander/') ? id : undefined,
    load: (loaded) =>
      loaded === id
        ? "exports.spawn = (...args) => require('node:child_process').spawn(...args);"
        : undefined,
  };
}

/** Takes one copy of a package that npm has installed several times in the same version. */
function onePerVersion(): Plugin {
  const firstCopies = new Map<string, string>();
  return {
    name: 'one-per-version',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const folder = resolved && !resolved.external ? packageFolder(resolved.id) : undefined;
      if (!resolved || folder === undefined) return resolved;
      const file = `${await nameAndVersion(folder)}${resolved.id.slice(folder.length)}`;
      const id = firstCopies.get(file) ?? resolved.id;
      firstCopies.set(file, id);
      return { ...resolved, id };
    },
  };
}

/** The licences of the packages that these modules belong to. They require that every copy contains them. */
async function licencesOf(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
  const licences = await Promise.all([...folders].map(licenceOf));
  return `The files of this folder contain parts of these packages:\n\n${licences.toSorted().join('\n')}`;
}

async function licenceOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file));
  if (files.length === 0) throw new Error(`${folder} has no file with its licence`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return `${await nameAndVersion(folder)}\n\n${texts.map((text) => text.trim()).join('\n\n')}\n`;
}

/** The folder of the package that a module belongs to; `undefined` for a module of this repository. */
function packageFolder(module: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0];
}

async function nameAndVersion(folder: string): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}
