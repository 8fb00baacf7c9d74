/** The contract in one version of OpenAPI. */
export interface Build {
  /** Name of the file in `generated/`. */
  readonly name: string;
  readonly path: string;
  /** A temporary folder for what the tools write. Modules in it can import the tools. */
  readonly folder: string;
}

/** Takes a build through one tool of somebody else. */
export interface Check {
  /** Name and version of the tool. */
  readonly tool: string;
  /** What a pass proves. */
  readonly proves: string;
  /** @throws ToolError when the tool does not accept the build. */
  readonly run: (build: Build) => Promise<void>;
}

/** A check that cannot run here. */
export interface Missing {
  /** What it needs, and how to install it. */
  readonly missing: string;
}

/** A tool does not accept the contract, or is not installed. */
export class ToolError extends Error {}
