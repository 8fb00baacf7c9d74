import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Hooks } from '../../../conformance/hooks.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { UsageError } from '../../output/usage-error.ts';

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

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new UsageError(`cannot load ${file}: ${message}`, { cause });
  }
}
