import { documentSuite, openDocument } from '../document/document-suite.ts';
import { type RunSuitesOptions, runSuites } from '../run-suites.ts';
import type { RunnableSuite } from '../suite.ts';
import type { App } from './app.ts';
import { registerTests, warnOfDifferences } from './register-tests.ts';
import { findRunner, type Runner } from './runner.ts';
import { serveApp } from './serve-app.ts';

/** The options of `runSuites`, with what to test the app against. */
export interface ContractTestsOptions
  extends Omit<RunSuitesOptions, 'baseUrl' | 'failFast' | 'document'> {
  /** The OpenAPI document of the app: its path, its URL, or the document itself. @default none: only `suites` */
  readonly document?: string | object;
  /** Checks of your own, from `defineSuite`. @default none */
  readonly suites?: readonly RunnableSuite[];
  /** What comes before the paths of the document, such as `/api`. @default the path of its first server */
  readonly basePath?: string;
  /** `describe` and `it` of the test runner. @default the globals, or else those of Vitest or `node:test` */
  readonly runner?: Runner;
}

/**
 * Runs the contract tests, and registers a test for each operation and check, with the finding as the message of a failed test.
 * Use it with `await` at the top of a test file of Vitest, Jest, Mocha or `node:test`. A check that cannot run is skipped with
 * its reason, never passed. A run that shows too little for a verdict is a failed test of its own.
 *
 * @param app an app, which is served on a free port while it is tested, or the base URL of a server
 * @example
 * await contractTests(app, { document: 'openapi.yaml' });
 * @throws what `openDocument` and `runSuites` throw
 */
export async function contractTests(
  app: App | string,
  options: ContractTestsOptions,
): Promise<void> {
  const { document, suites: own = [], runner, ...choice } = options;
  const { describe, it } = runner ?? (await findRunner());
  const suites = [...(await open(document)), ...own];
  const { basePath = suites.flatMap(({ basePaths = [] }) => basePaths)[0] ?? '' } = options;

  const served =
    typeof app === 'string' ? { url: app, close: async () => {} } : await serveApp(app, basePath);
  try {
    const report = await runSuites(suites, {
      ...choice,
      baseUrl: served.url,
      ...(typeof document === 'string' && { document }),
    });
    warnOfDifferences(report, choice.environment ?? {});
    registerTests(
      { describe, it },
      report,
      suites.flatMap(({ declared = [] }) => declared),
    );
  } finally {
    await served.close();
  }
}

async function open(document: string | object | undefined): Promise<RunnableSuite[]> {
  if (document === undefined) return [];
  if (typeof document === 'string') return openDocument(document);
  return [documentSuite(JSON.stringify(document))];
}
