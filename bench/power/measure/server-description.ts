import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A `server.json`: how to start a server that somebody else wrote, and what is known of it. */
export interface ServerDescription {
  readonly name: string;
  readonly version: string;
  /** A command that runs in the same folder. It prints the base URL on a line, and SIGTERM ends it and what it started. */
  readonly start: readonly string[];
  /** A file in the same folder, or the path of a document that the server publishes, such as `/openapi.json`. */
  readonly document: string;
  /** The same document as OpenAPI 3, where the owner publishes Swagger 2.0, which not all tools read. */
  readonly openApi3?: string;
  readonly credential?: Credential;
  /** Of another user. */
  readonly otherCredential?: Credential;
  /** What the server has before a run. Paths follow the base URL. */
  readonly records: readonly RecordList[];
  /** How many operations a person reaches with curl. */
  readonly reachable?: number;
}

/** A header that gives access. */
export interface Credential {
  readonly header: string;
  readonly value: string;
  /** Of the document, where it declares one. */
  readonly scheme?: string;
  /** What the scheme calls the credential, where the header has more, such as `Bearer`. */
  readonly secret?: string;
}

export interface RecordList {
  readonly list: string;
  /** Where one record is read, with its id as `{id}`, where the list does not show all of it. */
  readonly each?: string;
  /** The field with the items, where the list is an object. */
  readonly items?: string;
  /** @default 'id' */
  readonly id?: string;
  /** Fields that change by themselves. */
  readonly changing?: readonly string[];
  /** Fields of a record that is deleted, where the list goes on showing it. */
  readonly deleted?: Readonly<Record<string, unknown>>;
}

/** A description, with the folder that it is in. */
export interface DescribedServer extends ServerDescription {
  readonly folder: string;
}

/** @throws when the file cannot be read */
export async function readServerDescription(path: string): Promise<DescribedServer> {
  // Whoever runs the benchmark wrote the file, and the interface above is its format.
  const description = JSON.parse(await readFile(path, 'utf8')) as ServerDescription;
  return { ...description, folder: dirname(path) };
}

export const serverFile = (servers: string, name: string) => join(servers, name, 'server.json');

export const headersOf = ({ credential }: ServerDescription): Record<string, string> =>
  credential === undefined ? {} : { [credential.header]: credential.value };
