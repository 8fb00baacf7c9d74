import { stringify } from 'yaml';
import { variableName } from '../profile/profile.ts';
import { truncate } from '../truncate.ts';
import type { ApiDocument } from './model/api-document.ts';
import { type Operation, type Parameter, readOperations } from './model/operation.ts';
import { readSchemes, type SecurityScheme } from './model/security.ts';

/** A profile to fill in: the credentials and values that the requests of a document need, and where each is used. */
export function draftProfile(document: ApiDocument): string {
  const operations = readOperations(document);
  const credentials = [...readSchemes(document).values()].map(
    (scheme): Entry => ({
      line: `${inYaml(scheme.name)}: env:${variableName(scheme.name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'))}`,
      use: `${placeOf(scheme)}; ${usesOf(operations.filter(({ security }) => security.flat().includes(scheme.name)))}`,
    }),
  );
  const values = valuesOf(document, operations);
  const others = credentials.map(
    ({ line }) => `#   ${line.replace(/env:(?=[^:]*$)/, 'env:OTHER_')}\n`,
  );
  const credentialParts =
    credentials.length === 0
      ? []
      : [
          '\n# Delete the schemes of which you have no credential. `user:password` for basic.\ncredentials:\n',
          ...credentials.map(({ line, use }) => `  # ${use}\n  ${line}\n`),
          '\n# Of another user, who must not reach what the first user creates.\n# otherCredentials:\n',
          ...others,
        ];
  const valueParts =
    values.length === 0
      ? []
      : [
          '\n# Required parameters without an example. Give the values that the server must know; the others are generated.\n',
          '# values:\n',
          ...values.map(({ line, use }) => `#   # ${use}\n#   ${line}\n`),
        ];
  return [
    '# What the tests must know about the server. Secrets: env:NAME, file:path, command:program or prompt.\n',
    ...credentialParts,
    ...valueParts,
  ].join('');
}

interface Entry {
  readonly line: string;
  readonly use: string;
}

function placeOf({ kind, in: place, carrier }: SecurityScheme): string {
  if (kind === 'other') return 'a scheme that the tests cannot send';
  return kind === 'apiKey' ? `${place} ${carrier}` : `header ${carrier}, ${kind}`;
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

const inYaml = (name: string) => stringify(name).trim();

function hasExample(document: ApiDocument, { value, schema }: Parameter): boolean {
  const declared = schema === undefined ? undefined : document.resolve(schema)?.value;
  const names = ['example', 'examples', 'default', 'enum', 'const'];
  return names.some((name) => value[name] !== undefined || declared?.[name] !== undefined);
}

function usesOf(operations: readonly Operation[]): string {
  if (operations.length === 0) return 'no operation';
  const named = operations.map(({ method, path }) => `${method} ${path}`).join(', ');
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  return `${count}: ${truncate(named, 100)}`;
}
