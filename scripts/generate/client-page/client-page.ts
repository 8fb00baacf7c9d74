import ts from 'typescript';
import { type OperationId, operations } from '../../../generated/contract.ts';
import { type Declaration, documented, readExports } from './read-exports.ts';

/** The sections of the page, and the exports that each explains. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'Create a client': ['createClient', 'ClientOptions', 'Credentials', 'TokenStore', 'Fetch'],
  'Call an operation': ['Client', 'ResultMethods', 'CallOptions', 'KeyCallOptions', 'GenerateOptions'],
  'Read the data': ['LoginResult', 'GenerateApiKeyResult', 'RevokeApiKeyResult'],
  'Handle a failure': [
    'Result',
    'ApiFailure',
    'FailureDetails',
    'OperationFailure',
    'FailureReason',
    'ClientReason',
    'UnknownReason',
  ],
  'Watch the requests': ['SentRequest', 'ReceivedResponse', 'Retry'],
};

/**
 * `docs/reference/client.md`: everything that the client exports, from the doc comments of its sources.
 *
 * @throws Error when an export is in no section, or a section names something that is not exported.
 */
export async function clientPage(index = 'client/index.ts'): Promise<string> {
  const files = await readExports(index);
  const ofContract = (path: string) => /\bgenerated\//.test(path);
  const contract = [...files].flatMap(([path, names]) => (ofContract(path) ? [...names] : []));
  const own = new Map([...files].flatMap(([path, names]) => (ofContract(path) ? [] : [...names])));
  for (const name of own.keys())
    if (!Object.values(sections).flat().includes(name))
      throw new Error(
        `${index} exports ${name}: add it to a section in scripts/generate/client-page/client-page.ts`,
      );
  const parts = Object.entries(sections).map(([title, names]) => {
    const blocks = names.map((name) => describe(name, own.get(name) ?? missing(name, index)));
    return `## ${title}\n\n${blocks.join('\n\n')}`;
  });
  return `<!-- Generated from the doc comments in client/ by \`npm run generate\`. Do not edit. -->

# Client reference

Everything that \`account-access-client\` exports; \`account-access/client\` exports the same. To learn how to use it, read
[its README](../../client/README.md).

${parts.join('\n\n')}

## Constants and types of the contract

${constants(contract)}

The types are ${listOf(contract.filter(([, node]) => !ts.isVariableStatement(node)).map(([name]) => name))}.
`;
}

function missing(name: string, index: string): never {
  throw new Error(
    `${index} does not export ${name}: remove it from scripts/generate/client-page/client-page.ts`,
  );
}

function describe(name: string, node: Declaration): string {
  const { text, examples, throws } = documented(node);
  // words-ignore: the name that the compiler gives to the parts of an interface
  const parts = ts.isInterfaceDeclaration(node) ? [...node.members] : [];
  const methods = parts.filter(ts.isMethodSignature);
  const properties = parts.filter(ts.isPropertySignature);
  const inherits = ts.isInterfaceDeclaration(node)
    ? node.heritageClauses?.[0]?.types[0]?.getText()
    : undefined;
  const shown =
    ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node) ? [code(signatureOf(node))] : [];
  return [
    `### \`${name}\``,
    text,
    ...throws.map((one) => `Throws ${one}`),
    ...shown,
    ...examples.map(code),
    ...(inherits?.endsWith('Options') ? [`Also has the fields of \`${inherits}\`.`] : []),
    ...(properties.length > 0 ? [tableOf(properties)] : []),
    ...methods.map(describeMethod),
  ].join('\n\n');
}

/** A type alias as it is declared, or a function with one parameter for its options, without the body. */
function signatureOf(node: ts.TypeAliasDeclaration | ts.FunctionDeclaration): string {
  if (ts.isTypeAliasDeclaration(node)) return node.getText().replace(/^export /, '');
  const parameters = node.parameters.map((parameter) => `options: ${parameter.type?.getText()}`).join(', ');
  return `function ${node.name?.text}(${parameters}): ${node.type?.getText()}`;
}

function describeMethod(method: ts.MethodSignature): string {
  const { text, examples } = documented(method);
  // The method of an operation has its id as the name.
  const id = method.name.getText() as OperationId;
  const parameters = method.parameters.map((parameter) => parameter.getText()).join(', ');
  const result =
    method.type && ts.isTypeReferenceNode(method.type) ? method.type.typeArguments?.[0] : undefined;
  const [data, reasons] = (result && ts.isTypeReferenceNode(result) && result.typeArguments) || [];
  const loginToo = id !== 'login' && reasons?.getText().includes("'login'");
  return [
    `#### \`${id}\``,
    code(`client.${id}(${parameters}): Promise<${data?.getText()}>
client.result.${id}(${parameters}): ${method.type?.getText()}`),
    text,
    ...examples.map(code),
    `Reasons: ${listOf(operations[id].failures)}${loginToo ? '; with the `credentials` of the client, also those of `login`' : ''}.`,
  ].join('\n\n');
}

function tableOf(properties: readonly ts.PropertySignature[]): string {
  const fields = properties.map((property) => ({
    name: `\`${property.name.getText()}\``,
    type: `\`${property.type?.getText()}\``,
    needed: property.questionToken === undefined,
    ...documented(property),
  }));
  const optional = fields.some(({ needed }) => !needed);
  const rows = fields.map(({ name, type, needed, text, defaultValue }) => [
    name,
    type,
    ...(optional ? [needed ? 'required' : (defaultValue ?? 'none')] : []),
    text,
  ]);
  const heads = ['field', 'type', ...(optional ? ['default'] : []), 'what it is'];
  const table = [heads, heads.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(inCell).join(' | ')} |`,
  );
  const examples = fields.flatMap((field) => field.examples.map((example) => exampleOf(field.name, example)));
  return [table.join('\n'), ...examples].join('\n\n');
}

const exampleOf = (name: string, example: string) =>
  example.includes('\n') ? `Example of ${name}:\n\n${code(example)}` : `Example of ${name}: \`${example}\``;

const inCell = (text: string) => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

function constants(contract: readonly (readonly [string, Declaration])[]): string {
  const rows = contract
    .filter(([, node]) => ts.isVariableStatement(node))
    .map(([name, node]) => `| \`${name}\` | ${inCell(documented(node).text)} |`);
  return ['| constant | what it is |', '| --- | --- |', ...rows].join('\n');
}

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

const listOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
