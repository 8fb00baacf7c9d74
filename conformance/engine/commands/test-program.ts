import type { ListedCheck } from '../check-catalogue.ts';
import type { Tool } from '../report/report.ts';
import type { DocumentFile } from '../report/sarif.ts';
import type { RunnableSuite } from '../suite.ts';

export interface TestProgram {
  /** The URL of the module that exports it as `testProgram`: a child process loads it there. */
  readonly module: string;
  readonly tool: Tool;
  /** What users type to run it, such as `npx --no-install openapi-contract-tests`. */
  readonly commandName: string;
  /** The command that writes a profile to fill in. */
  readonly profileCommand: (document: string | undefined) => string;
  /** What it tests a server against without `--document`. @default nothing: `--document` or `--suite` is needed */
  readonly contract?: ProgramContract;
}

/** The contract that a program brings. Its methods load what they need when they are called. */
export interface ProgramContract {
  /** Its checks, without the code that runs them. */
  readonly listed: () => readonly ListedCheck[];
  /** The suites of the contract, or of another document. @throws DocumentError when the document cannot be used. */
  open(
    document: string | undefined,
    options: { readonly maxExamples?: number; readonly allowFiles?: boolean },
  ): Promise<RunnableSuite[]>;
  readonly profileTemplate: () => Promise<string>;
  /** The file that `--init` writes without a name. */
  readonly profileFile: string;
  /** Where SARIF reports show findings. */
  readonly document: () => DocumentFile;
}
