import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentOptions } from '../../../conformance/engine/document/document-model.ts';
import { documentSuite } from '../../../conformance/engine/document/document-suite.ts';
import type { Exchange } from '../../../conformance/engine/http/exchange.ts';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import { RunStopped } from '../../../conformance/engine/outcome.ts';
import { emptyProfile, type Profile } from '../../../conformance/engine/profile/profile.ts';
import type { RunEvent, RunOptions } from '../../../conformance/engine/run/run-options.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { type CollectedRun, collectRun, exitCodeOf } from '../collect-run.ts';

export const documentPath = (name: string) =>
  fileURLToPath(new URL(`documents/${name}.yaml`, import.meta.url));

interface DocumentRun extends CollectedRun {
  /** Ids of the checks that failed, and their failures as `expected / got`. */
  readonly broken: Readonly<Record<string, string[]>>;
  /** Checks that did not run, as `check: reason`. */
  readonly skipped: readonly string[];
  readonly sent: readonly string[];
  readonly exit: number;
}

export async function runDocument(
  url: string,
  document: string,
  credentials: Profile['credentials'] = {},
  options: Partial<RunOptions> = {},
  documentOptions: DocumentOptions = {},
): Promise<DocumentRun> {
  const target = createTarget({ baseUrl: url, timeoutMs: 60_000 });
  const sent: string[] = [];
  target.listen(({ request }: Exchange) => {
    // Of a body of 2 MiB the beginning is enough.
    const beginning = Buffer.from(request.bytes.subarray(0, 20_000)).toString('latin1');
    sent.push(beginning.replace(/Host: .*\r\n/, ''));
  });
  const result = await collectRun({
    target,
    profile: { ...emptyProfile, credentials },
    secrets: createSecrets(),
    suites: [documentSuite(document, documentOptions)],
    seed: 42,
    clock: { now: Date.now, pause: async () => {} },
    ...options,
  });
  target.close();
  const broken = Object.fromEntries(
    result.outcomes
      .filter(({ kind }) => kind === 'failed' || kind === 'error' || kind === 'differs')
      .map(({ check, failures, reason }) => [
        check,
        reason === undefined
          ? failures.map(({ expected, got }) => `${expected} / ${got}`)
          : [reason],
      ]),
  );
  const skipped = result.outcomes
    .filter(({ kind }) => kind === 'skipped')
    .map(({ check, reason }) => `${check}: ${reason}`);
  return { ...result, broken, skipped, sent, exit: exitCodeOf(result) };
}

/** Options for a run of `thorough`, which stops when one of its checks would begin once more. Its id begins like this. */
export function stopAfter(rounds: number, check: string): Partial<RunOptions> {
  const stop = new AbortController();
  let started = 0;
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'checking' || !event.rule.id.startsWith(check)) return;
    started += 1;
    if (started > rounds) stop.abort(new RunStopped('SIGINT'));
  };
  return { thorough: true, signal: stop.signal, onEvent, maxTimeMs: Number.POSITIVE_INFINITY };
}

export const readDocument = (name: string) => readFileSync(documentPath(name), 'utf8');

/** Writes the files into a new folder, and returns the path of the first one. */
export function documentFiles(files: Readonly<Record<string, string | object>>): string {
  const folder = temporaryFolder();
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  });
  return paths[0] ?? folder;
}
