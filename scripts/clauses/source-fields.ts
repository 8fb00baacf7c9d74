import { readFile } from 'node:fs/promises';
import { readClauses, sourcePath } from './read-clauses.ts';

/** What the source of the contract shows of a field, and nothing that we decided. */
export interface SourceField {
  readonly clause: string;
  readonly type: string;
  /** Missing where the source does not say. */
  readonly required?: boolean;
  /** Its only value in a success. */
  readonly onSuccess?: unknown;
  readonly fields?: Readonly<Record<string, SourceField>>;
}

interface SourceOperation {
  readonly parameters: Readonly<Record<string, SourceField>>;
  /** The body; missing where there is none. */
  readonly request?: SourceField;
  /** `data` of a success. */
  readonly result: SourceField;
}

const rows = readClauses(await readFile(sourcePath, 'utf8')).filter(({ id }) => id.includes('-'));
const onSuccess: Readonly<Record<string, unknown>> = { 'status.code': 200, 'status.message': 'OK' };

/** The fields that the table of a section shows, those of an object below it. */
function tableOf(section: string, above = ''): Readonly<Record<string, SourceField>> {
  const own = rows.filter(
    (row) => row.section === section && row.id.startsWith(`${section}-${above}`),
  );
  const fields = own.flatMap(({ id, words: [path = '', type = '', required, notes] }) => {
    const name = path.slice(above.length);
    if (name.includes('.')) return [];
    const inner = tableOf(section, `${path}.`);
    const field: SourceField = {
      ...{ clause: id, type },
      // Only tables of four columns say whether a field is required.
      ...(notes !== undefined && { required: required === 'yes' }),
      ...(Object.hasOwn(onSuccess, path) && { onSuccess: onSuccess[path] }),
      ...(Object.keys(inner).length > 0 && { fields: inner }),
    };
    return [[name, field] as const];
  });
  return Object.fromEntries(fields);
}

const object = (clause: string, section: string, required?: boolean): SourceField => ({
  ...{ clause, type: 'object', fields: tableOf(section) },
  ...(required !== undefined && { required }),
});

export const sourceEnvelope = object('1.4, 2.1', '2.1');

/** What the source shows of each operation, by its method and path. */
export const sourceOperations: Readonly<Record<string, SourceOperation>> = {
  'POST /v1/auth/login': {
    parameters: {},
    request: object('4.1.3', '4.1', true),
    result: object('2.1-data, 4.1.4', '2.2', true),
  },
  'POST /v1/security/apikey/generate': {
    parameters: {},
    request: object('4.2.3', '4.2'),
    result: object('2.1-data, 4.2.4', '2.3', true),
  },
  'DELETE /v1/security/apikey/{id}': {
    parameters: { id: { clause: '4.3.3', type: 'string', required: true } },
    result: object('2.1-data, 4.3.5', '2.4', true),
  },
};
