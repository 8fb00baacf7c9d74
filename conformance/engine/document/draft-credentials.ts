import { stringify } from 'yaml';
import { variableName } from '../profile/profile.ts';
import { truncate } from '../truncate.ts';
import { type ApiDocument, entriesAt } from './model/api-document.ts';
import type { Operation } from './model/operation.ts';
import { fieldsOf } from './model/pointer.ts';
import { readSchemes, type SecurityScheme } from './model/security.ts';

/** A line of a profile, and where what it gives is used. */
export interface Entry {
  readonly line: string;
  readonly use: string;
}

export interface CredentialEntry extends Entry {
  /** Of the environment. */
  readonly variables: readonly string[];
  /** The same of another user. */
  readonly other: string;
}

/** A line for each security scheme of the document, with variables for what is secret. */
export function credentialsOf(
  document: ApiDocument,
  operations: readonly Operation[],
): readonly CredentialEntry[] {
  const declared = new Map(entriesAt(document, '/components/securitySchemes'));
  return [...readSchemes(document).values()].map((scheme) => {
    const { name } = scheme;
    const variable = variableName(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
    const flow = flowIn(declared.get(name)?.value.flows);
    const lineFor = (prefix: string) =>
      `${inYaml(name)}: ${flow === undefined ? `env:${prefix}${variable}` : flow.line(prefix + variable)}`;
    return {
      line: lineFor(''),
      other: lineFor('OTHER_'),
      variables: flow === undefined ? [variable] : flow.variables(variable),
      use: `${placeOf(scheme)}; ${usesOf(operations.filter(({ security }) => security.flat().includes(name)))}`,
    };
  });
}

/** A flow of OAuth in which the tests can request a token themselves. */
function flowIn(flows: unknown) {
  const { clientCredentials, password } = fieldsOf(flows);
  const { tokenUrl } = fieldsOf(clientCredentials ?? password);
  if (typeof tokenUrl !== 'string' || !/^https?:/.test(tokenUrl)) return undefined;
  const client = { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET' };
  const fields =
    clientCredentials === undefined
      ? { ...client, username: 'USERNAME', password: 'PASSWORD' }
      : client;
  const grant = clientCredentials === undefined ? 'password' : 'client_credentials';
  return {
    variables: (variable: string) => Object.values(fields).map((name) => `${variable}_${name}`),
    line: (variable: string) => {
      const secrets = Object.entries(fields).map(
        ([name, end]) => `${name}: env:${variable}_${end}`,
      );
      return `{ grant: ${grant}, tokenUrl: ${JSON.stringify(tokenUrl)}, ${secrets.join(', ')} }`;
    },
  };
}

function placeOf({ kind, in: place, carrier }: SecurityScheme): string {
  if (kind === 'other') return 'a scheme that the tests cannot send';
  return kind === 'apiKey' ? `${place} ${carrier}` : `header ${carrier}, ${kind}`;
}
/** A name as YAML. */
export const inYaml = (name: string) => stringify(name).trim();

/** `2 operations: GET /a, POST /a`. */
export function usesOf(operations: readonly Operation[]): string {
  if (operations.length === 0) return 'no operation';
  const named = operations.map(({ method, path }) => `${method} ${path}`).join(', ');
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  return `${count}: ${truncate(named, 100)}`;
}
