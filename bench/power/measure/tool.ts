import type { ToolCommand } from './run-tool.ts';
import type { Credential } from './server-description.ts';

/** What each tool gets. */
export interface ToolInput {
  readonly url: string;
  /** The path of the OpenAPI document, in JSON, with this URL as its server. */
  readonly document: string;
  readonly credential: Credential | undefined;
  /** Of another user. */
  readonly otherCredential: Credential | undefined;
  /** An empty folder, which is the working directory of the tool and keeps its reports. */
  readonly folder: string;
  readonly seconds: number;
  readonly seed: number;
}

/** Something that a tool reports as wrong. */
export interface Entry {
  /** Such as `GET /books/{id}`, or empty where the tool names none. */
  readonly operation: string;
  readonly kind: string;
  readonly message: string;
  /** The command that repeats the request, or empty where the tool prints none. */
  readonly curl: string;
}

export interface PowerTool {
  readonly name: string;
  /** What it cannot do by itself is done for it. */
  readonly lacks?: {
    /** It reads no Swagger 2.0. */
    readonly swagger?: true;
    /** It sends no header that the document does not declare. */
    readonly headers?: true;
  };
  /** Writes what a user writes before the first run, and returns the commands of a run. */
  prepare(input: ToolInput): Promise<readonly ToolCommand[]>;
  /** What a user wrote, by the name of the file, and the options that are no default. */
  readonly setUp: readonly string[];
  readEntries(folder: string): Promise<readonly Entry[]>;
}
