import ts from 'typescript';
import { type Declaration, documented, fieldsOf, readExports } from './read-exports.ts';

/** What a reader wants to do, and the export or the field of an export whose doc comment shows it. */
const tasks = {
  'Generate a key and revoke it': 'createClient',
  'Handle a failure': 'ApiFailure',
  'Check a result instead of catching': 'Client.result',
  'Read the headers and the trace id': 'ApiCall.withResponse',
  'Limit one call': 'CallOptions',
  'Use your own access token': 'ClientWithoutCredentials',
  'Keep the token when the program restarts': 'ClientOptions.tokenStore',
  'Log and measure requests': 'ClientOptions.onResponse',
  'Use a proxy': 'ClientOptions.fetch',
  'Let the compiler find unhandled reasons': 'UnknownReason',
} as const;

const index = 'client/index.ts';
const about =
  'This page shows how to use the TypeScript client, and lists its options and methods.';

/** From the doc comments of the client. @throws Error when an export that the page needs is not there */
export async function clientPage(): Promise<string> {
  const exported = await readExports(index);
  const find = (name: string): Declaration => {
    const node = exported.get(name);
    if (node === undefined) throw new Error(`${index} does not export ${name}`);
    return node;
  };

  return `---
title: TypeScript client
description: ${about}
---

[//]: # (Generated from the doc comments in client/ by \`npm run generate\`. Do not edit.)

# TypeScript client

${about}

[Install](quickstart.md#6-move-it-to-your-own-project) the package \`account-access-client\`. Your editor shows every type.
[One-time codes](authentication.md#log-in-with-a-one-time-code) and [repeated generations](errors.md#retry-a-generation) have examples on
their own pages.

${Object.entries(tasks)
  .map(([title, path]) => describeTask(title, path, find))
  .join('\n\n')}

## Options of \`createClient\`

${tableOf('ClientOptions', find)}

\`credentials\` has these fields:

${tableOf('Credentials', find)}

## Options of a call

Pass them to a method as its second argument. \`accessToken\` is for the key operations, and \`idempotencyKey\` for \`generateApiKey\`.

${tableOf(['CallOptions', 'KeyCallOptions', 'GenerateOptions'], find)}

## Methods

${membersOf(find('ResultMethods')).map(describeMethod).join('\n\n')}

## Failures

${tableOf('ApiFailure', find)}

[Errors and retries](errors.md) lists all reasons: [the client's own](errors.md#when-there-is-no-valid-response) and [those of the
service](errors.md#every-reason).
`;
}

type Find = (name: string) => Declaration;

function describeTask(title: string, path: string, find: Find): string {
  const [name = '', field] = path.split('.');
  const node = field === undefined ? find(name) : memberOf(find(name), field);
  const { text, examples } = documented(node);
  if (examples.length === 0) throw new Error(`the doc comment of ${path} has no example`);
  // The tables have the texts of options.
  const said = ts.isPropertySignature(node) && name !== 'Client' ? [] : [text];
  return [`## ${title}`, ...said, ...examples.map(code)].join('\n\n');
}

function memberOf(node: Declaration, name: string): ts.TypeElement | ts.ClassElement {
  const found = membersOf(node).find((member) => member.name?.getText() === name);
  if (found === undefined) throw new Error(`there is no ${name} in ${node.getText()}`);
  return found;
}

function membersOf(node: Declaration): readonly (ts.TypeElement | ts.ClassElement)[] {
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) ? node.members : [];
}

/** The fields of one or more types, with their defaults if any has one. */
function tableOf(names: string | readonly string[], find: Find): string {
  const fields = [names].flat().flatMap((name) => fieldsOf(find(name)));
  const rows = fields.map(({ name, text, isRequired, defaultValue = 'none' }) => {
    const usual = isRequired ? 'required' : defaultValue;
    return [`\`${name}\``, usual, text];
  });
  const hasDefaults = fields.some(({ isRequired }) => !isRequired);
  const columns = hasDefaults ? ['name', 'default', 'what it is'] : ['name', 'what it is'];
  const shown = rows.map((cells) => (hasDefaults ? cells : [cells[0], cells[2]]));
  const line = (cells: readonly (string | undefined)[]) => `| ${cells.join(' | ')} |`;
  return [columns, columns.map(() => '---'), ...shown].map(line).join('\n');
}

function describeMethod(method: ts.TypeElement | ts.ClassElement): string {
  if (!ts.isMethodSignature(method)) throw new Error(`${method.getText()} is not a method`);
  const { text } = documented(method);
  const id = method.name.getText();
  const parameters = method.parameters.map((parameter) => parameter.getText()).join(', ');
  return [`### \`${id}\``, code(`client.${id}(${parameters})`), text].join('\n\n');
}

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;
