import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';

export interface SecretSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for relative paths after `file:`. */
  readonly folder: string;
  /** Asks the user at the terminal. Undefined without a terminal. */
  readonly prompt: ((question: string) => Promise<string>) | undefined;
  readonly demo: boolean;
}

/** The secret for `env:`, `file:` or `prompt`, or a sentence that says why there is none. */
export async function readSecret(
  reference: string,
  name: string,
  sources: SecretSources,
): Promise<{ readonly value: string } | { readonly problem: string }> {
  const [, kind, rest = ''] = /^(env|file):(.*)$/s.exec(reference) ?? [];
  if (kind === 'env') {
    const value = sources.environment[rest];
    return value ? { value } : { problem: `environment variable ${rest} is not set` };
  }
  if (kind === 'file') {
    const path = isAbsolute(rest) ? rest : resolve(sources.folder, rest);
    try {
      // Editors end files with a line feed that is not part of the secret.
      return { value: (await readFile(path, 'utf8')).replace(/\r?\n$/, '') };
    } catch {
      return { problem: `file ${path} cannot be read` };
    }
  }
  if (reference === 'prompt') {
    if (sources.prompt === undefined)
      return { problem: 'prompt needs a terminal; use env:NAME or file:path instead' };
    return { value: await sources.prompt(name) };
  }
  if (!sources.demo)
    return { problem: 'must be env:NAME, file:path or prompt; plain text is allowed only with "demo: true"' };
  return { value: reference };
}
