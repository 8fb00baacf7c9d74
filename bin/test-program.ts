import { createRequire } from 'node:module';
import type { TestProgram } from '../conformance/engine/commands/test-program.ts';
import { serviceDocument, tool } from '../conformance/suite/tool.ts';
import { commandName } from './environment.ts';

export const testProgram: TestProgram = {
  tool,
  commandName,
  profileCommand: (document) =>
    `${tool.name} test ${document === undefined ? '' : `--document ${document} `}--init`,
  contract: {
    listed: () => createRequire(import.meta.url)('#check-catalogue'),
    operations: async () => Object.keys((await import('../generated/contract.ts')).operations),
    open: async (document, options) =>
      (await import('../conformance/suite/choose-suites.ts')).chooseSuites(document, options),
    profileTemplate: async () =>
      (await import('../conformance/suite/profile/template.ts')).profileTemplate(),
    profileFile: 'account-access.yaml',
    document: serviceDocument,
  },
};
