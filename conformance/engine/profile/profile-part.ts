import { createRequire } from 'node:module';

/** Reads the secret for `env:NAME`, `file:path`, `command:program` or `prompt`. `path` is where the profile has it. */
export type ReadReference = (reference: string, path: string) => Promise<string>;

/** Fields of a profile that a suite needs in addition to those of the engine. */
export interface ProfilePart<Written extends object = object> {
  /** JSON Schemas (2020-12) of the fields, by name. `{ $ref: '#/$defs/secret' }` is the schema of a secret. */
  readonly properties: Readonly<Record<string, object>>;
  /** What the schemas refer to with `#/$defs/…`. */
  readonly $defs?: Readonly<Record<string, object>>;
  /** Reads the fields of a file that is valid by the schemas. The profile of a run has what it returns. */
  read(file: Written, secret: ReadReference): Promise<object>;
}

interface ProfileSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly $defs: Readonly<Record<string, object>>;
}

export function profileSchema(parts: readonly ProfilePart[]): ProfileSchema {
  const own: ProfileSchema = createRequire(import.meta.url)('#profile-schema');
  return {
    ...own,
    properties: Object.assign({}, own.properties, ...parts.map(({ properties }) => properties)),
    $defs: Object.assign({}, own.$defs, ...parts.map(({ $defs }) => $defs)),
  };
}
