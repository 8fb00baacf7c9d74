import { stringify } from 'yaml';
import type { Learned } from '../learned.ts';
import {
  type CredentialEntry,
  credentialsOf,
  type Entry,
  inYaml,
  usesOf,
} from './draft-credentials.ts';
import type { ApiDocument } from './model/api-document.ts';
import { type Operation, type Parameter, readOperations } from './model/operation.ts';

interface DraftOptions {
  /** Whether a variable of the environment is set. @default all of them will be */
  readonly isSet?: (variable: string) => boolean;
  /** What a run found out. @default nothing */
  readonly learned?: readonly Learned[];
}

interface Draft {
  readonly text: string;
  /** The variables that the credentials need and that are not set. */
  readonly unset: readonly string[];
}

/**
 * A profile to fill in: the credentials and values that the requests of a document need, and where each is used. Credentials whose
 * variables are not set are comments, so that a run can begin without them.
 */
export function draftProfile(
  document: ApiDocument,
  { isSet = () => true, learned = [] }: DraftOptions = {},
): Draft {
  const operations = readOperations(document);
  const credentials = credentialsOf(document, operations);
  const ready = credentials.filter(({ variables }) => variables.every(isSet));
  const open = credentials.filter((one) => !ready.includes(one));
  const text = [
    '# What the tests must know about the server. Secrets: env:NAME, file:path, command:program or prompt.\n',
    ...readyPart(ready),
    ...openPart(open),
    ...otherPart(credentials),
    ...learnedPart(learned, operations),
    ...valuePart(valuesOf(document, operations)),
  ].join('');
  const unset = open.flatMap(({ variables }) => variables.filter((name) => !isSet(name)));
  return { text, unset: [...new Set(unset)] };
}

const commented = ({ line, use }: Entry) => `#   # ${use}\n#   ${line}\n`;

function readyPart(credentials: readonly Entry[]): string[] {
  if (credentials.length === 0) return [];
  return [
    '\n# Delete the schemes of which you have no credential. `user:password` for basic.\ncredentials:\n',
    ...credentials.map(({ line, use }) => `  # ${use}\n  ${line}\n`),
  ];
}

function openPart(credentials: readonly CredentialEntry[]): string[] {
  if (credentials.length === 0) return [];
  const names = credentials.flatMap(({ variables }) => variables).join(', ');
  return [
    `\n# Set ${names} in the environment, and remove the # before the lines. \`user:password\` for basic.\n`,
    '# credentials:\n',
    ...credentials.map(commented),
  ];
}

function otherPart(credentials: readonly CredentialEntry[]): string[] {
  if (credentials.length === 0) return [];
  return [
    '\n# Of another user, who must not reach what the first user creates.\n# otherCredentials:\n',
    ...credentials.map(({ other }) => `#   ${other}\n`),
  ];
}

function valuePart(values: readonly Entry[]): string[] {
  if (values.length === 0) return [];
  return [
    '\n# Required parameters without an example. Give the values that the server must know; the others are generated.\n',
    '# values:\n',
    ...values.map(commented),
  ];
}

/** Values that the server accepts, for the operation that accepted them. */
function learnedPart(learned: readonly Learned[], operations: readonly Operation[]): string[] {
  const byOperation = operations.flatMap(({ id, method, path }) => {
    const own = learned.flatMap(({ operation, place, value, why }) => {
      // A value inside another one has no name of its own.
      const [, name] = /^(?:body \/|(?!body)\w+ )([^/]+)$/.exec(place) ?? [];
      return operation === id && value !== '' && name ? [{ name, value, why }] : [];
    });
    const values = Object.fromEntries(own.map(({ name, value }) => [name, JSON.parse(value)]));
    const reasons = [...new Set(own.map(({ why }) => why.replaceAll(/\s+/g, ' ')))].join('; ');
    const line = stringify({ [`${method} ${path}`]: { values } }, { lineWidth: 0 });
    return own.length === 0 ? [] : [`  # ${reasons}\n${line.replace(/^(?=.)/gm, '  ')}`];
  });
  if (byOperation.length === 0) return [];
  return ['\n# What the server accepted.\noperations:\n', ...byOperation];
}

/** An id in a path has another value for each resource, and other parameters have one for all operations. */
function valuesOf(document: ApiDocument, operations: readonly Operation[]): readonly Entry[] {
  const needed = (operation: Operation) =>
    operation.parameters.filter(
      (parameter) => parameter.required && !hasExample(document, parameter),
    );
  const shared = new Map<string, readonly Operation[]>();
  for (const operation of operations)
    for (const { in: place, name } of needed(operation)) {
      const what = `${place} ${name}`;
      if (place !== 'path') shared.set(what, [...(shared.get(what) ?? []), operation]);
    }
  const inPaths = operations.flatMap((operation): Entry[] => {
    const names = needed(operation).flatMap(({ in: place, name }) =>
      place === 'path' ? [name] : [],
    );
    const values = names.map((name) => `${inYaml(name)}: …`).join(', ');
    const line = `${inYaml(`${operation.method} ${operation.path}`)}: { ${values} }`;
    return names.length === 0 ? [] : [{ line, use: `path ${names.join(', ')}; 1 operation` }];
  });
  return [
    ...[...shared].map(([what, users]) => ({
      line: `${inYaml(what.replace(/^\w+ /, ''))}: …`,
      use: `${what}; ${usesOf(users)}`,
    })),
    ...inPaths,
  ];
}

function hasExample(document: ApiDocument, { value, schema }: Parameter): boolean {
  const declared = schema === undefined ? undefined : document.resolve(schema)?.value;
  const names = ['example', 'examples', 'default', 'enum', 'const'];
  return names.some((name) => value[name] !== undefined || declared?.[name] !== undefined);
}
