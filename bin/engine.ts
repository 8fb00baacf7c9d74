import { createRequire } from 'node:module';
import type { TestProgram } from '../conformance/engine/index.ts';
import { optionsOfEngine, runEngine } from '../conformance/engine/run-engine.ts';
import { serviceDocument, tool } from '../conformance/suite/tool.ts';
import { commandName } from './command-name.ts';

/** The commands of the contract test engine, with the checks of this contract. */
export const testProgram: TestProgram = {
  module: import.meta.url,
  tool,
  commandName,
  profileCommand: (document) =>
    `${tool.name} test ${document === undefined ? '' : `--document ${document} `}--init`,
  contract: {
    listed: () => createRequire(import.meta.url)('#check-catalogue'),
    open: async (document, options) =>
      (await import('../conformance/suite/choose-suites.ts')).chooseSuites(document, options),
    profileTemplate: async () =>
      (await import('../conformance/suite/profile/template.ts')).profileTemplate(),
    profileFile: 'account-access.yaml',
    document: serviceDocument,
  },
};

export function run(): void {
  runEngine(testProgram, process.env);
}

/** The options of each of these commands, for completion. */
export function engineOptions(): Promise<ReadonlyMap<string, readonly string[]>> {
  return optionsOfEngine(testProgram);
}
