import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Hooks } from '../hooks.ts';
import type { RunnableSuite } from '../suite.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { UsageError } from '../terminal/usage-error.ts';

const kinds: Readonly<Record<string, string>> = {
  beforeRequest: 'function',
  afterResponse: 'function',
  rawRequests: 'boolean',
};

/** Loads the module of `--hooks`. @throws UsageError if it cannot be loaded, or exports something else. */
export async function loadHooks(file: string): Promise<Hooks> {
  const module = await importFile(file);
  const names = Object.keys(module);
  if (names.length === 0)
    throw new UsageError(`${file} exports nothing: export beforeRequest or afterResponse`);
  for (const name of names) {
    const kind = kinds[name];
    if (kind === undefined)
      throw new UsageError(
        `${file}: unknown export ${name}; use ${Object.keys(kinds).join(', ')}.${didYouMean(name, Object.keys(kinds))}`,
      );
    if (typeof module[name] !== kind) throw new UsageError(`${file}: ${name} must be a ${kind}`);
  }
  // The loop has checked every export.
  return module as Hooks;
}

/** Loads the modules of `--suite`. @throws UsageError if one cannot be loaded, or exports no suite. */
export async function loadSuites(files: readonly string[]): Promise<RunnableSuite[]> {
  const suites: RunnableSuite[] = [];
  for (const file of files) {
    const found = Object.values(await importFile(file)).filter(isSuite);
    if (found.length === 0)
      throw new UsageError(`${file} exports no suite: export default defineSuite({ … })`);
    suites.push(...found);
  }
  return suites;
}

function isSuite(value: unknown): value is RunnableSuite {
  return typeof value === 'object' && value !== null && 'checks' in value && 'start' in value;
}

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  if (/\.[cm]?ts$/.test(file) && !Reflect.get(process.features, 'typescript'))
    await registerTypeScript(file);
  try {
    const module = await import(pathToFileURL(resolve(file)).href);
    // In a project of CommonJS, tsx makes the exports of a TypeScript file the default export.
    return module.default?.__esModule === true ? module.default : module;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`cannot load ${file}: ${message}`, { cause });
  }
}

/** Node before 22.18 reads TypeScript only with a loader: that of tsx, from the project of the file. */
async function registerTypeScript(file: string): Promise<void> {
  try {
    await import(pathToFileURL(createRequire(resolve(file)).resolve('tsx')).href);
  } catch (cause) {
    throw new UsageError(
      `cannot load ${file}: TypeScript needs Node 22.18 or later, or npm install --save-dev tsx`,
      { cause },
    );
  }
}
