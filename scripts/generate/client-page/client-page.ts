import ts from 'typescript';
import { type OperationId, operations } from '../../../generated/contract.ts';
import { type Declaration, type DocComment, documented, readExports } from './read-exports.ts';

/** The sections of the page, and the exports that each explains. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'Create a client': ['createClient', 'ClientOptions', 'Credentials', 'TokenStore', 'Fetch'],
  'Call an operation': [
    'Client',
    'ResultMethods',
    'ApiCall',
    'ClientWithoutCredentials',
    'ResultMethodsWithToken',
    'CallOptions',
    'KeyCallOptions',
    'GenerateOptions',
  ],
  'Read the data': ['LoginResult', 'GenerateApiKeyResult', 'RevokeApiKeyResult'],
  'Handle a failure': [
    ...['Result', 'Success', 'ApiFailure', 'FailureDetails', 'OperationFailure'],
    ...['FailureReason', 'ClientReason', 'UnknownReason'],
  ],
  'Watch the requests': ['SentRequest', 'ReceivedResponse', 'Retry'],
};

const index = 'client/index.ts';
const here = 'scripts/generate/client-page/client-page.ts';

/** From the doc comments of its sources. @throws Error when an export is in no section, or the reverse */
export async function clientPage(): Promise<string> {
  const files = await readExports(index);
  const ofContract = (path: string) => /\bgenerated\//.test(path);
  const contract = [...files].flatMap(([path, names]) => (ofContract(path) ? [...names] : []));
  const own = new Map([...files].flatMap(([path, names]) => (ofContract(path) ? [] : [...names])));
  for (const name of own.keys())
    if (!Object.values(sections).flat().includes(name))
      throw new Error(`${index} exports ${name}: add it to a section in ${here}`);
  const parts = Object.entries(sections).map(([title, names]) => {
    const blocks = names.map((name) => {
      const node = own.get(name);
      if (node === undefined)
        throw new Error(`${index} does not export ${name}: remove it from ${here}`);
      return describe(name, node);
    });
    return `## ${title}\n\n${blocks.join('\n\n')}`;
  });
  return `<!-- Generated from the doc comments in client/ by \`npm run generate\`. Do not edit. -->

# Client reference

Everything that \`account-access-client\` exports; \`account-access/client\` exports the same. To learn how to use it, read
[its README](../../client/README.md).

${parts.join('\n\n')}

## Constants and types of the contract

${constants(contract)}

The types have the names of the schemas of [the contract](../../generated/openapi.yaml).
`;
}

function describe(name: string, node: Declaration): string {
  const { text, examples, throws } = documented(node);
  const parts =
    ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) ? [...node.members] : [];
  const methods = parts
    .filter(ts.isMethodSignature)
    .filter((method) => method.name.getText() in operations);
  const properties = parts.filter(
    (part) => ts.isPropertySignature(part) || ts.isPropertyDeclaration(part),
  );
  const inherits = ts.isInterfaceDeclaration(node)
    ? node.heritageClauses?.[0]?.types[0]?.getText()
    : undefined;
  const hasSignature = ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node);
  // A type with the fields of the contract is made with one that is not exported: its text names the schema.
  const shown =
    hasSignature && !/\bcontract\./.test(node.getText()) ? [code(signatureOf(node))] : [];
  return [
    `### \`${name}\``,
    text,
    ...throws.map((one) => `Throws ${one}`),
    ...shown,
    ...examples.map(code),
    ...(inherits?.endsWith('Options') ? [`Also has the fields of \`${inherits}\`.`] : []),
    ...(properties.length > 0 ? [listOfFields(properties)] : []),
    ...methods.map(describeMethod),
  ].join('\n\n');
}

/** A type alias as it is declared, or a function with one parameter for its options, without the body. */
function signatureOf(node: ts.TypeAliasDeclaration | ts.FunctionDeclaration): string {
  if (ts.isTypeAliasDeclaration(node)) return node.getText().replace(/^export /, '');
  const parameters = node.parameters
    .map((parameter) => `options: ${parameter.type?.getText()}`)
    .join(', ');
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
  const own = operations[id].failures.filter((reason) => !isCommon(reason));
  return [
    `#### \`${id}\``,
    code(`client.${id}(${parameters}): Promise<${data?.getText()}>`),
    text,
    ...examples.map(code),
    `Reasons: ${listOf(own)}, and those of [any operation](../use/errors.md#every-reason)${loginToo ? '; with `credentials`, also those of `login`' : ''}.`,
  ].join('\n\n');
}

const isCommon = (reason: string) =>
  Object.values(operations).every(({ failures }) => failures.some((one) => one === reason));

function listOfFields(properties: readonly Field[]): string {
  const named = properties.map((property) => ({ property, ...documented(property) }));
  // A short example is for editors, which show one option at a time.
  const long = named.flatMap(({ property, examples }) =>
    examples
      .filter((example) => example.includes('\n'))
      .map((example) => `Example of \`${property.name.getText()}\`:\n\n${code(example)}`),
  );
  return [named.map(fieldOf).join('\n'), ...long].join('\n\n');
}

type Field = ts.PropertySignature | ts.PropertyDeclaration;

function fieldOf({ property, text, defaultValue }: DocComment & { property: Field }) {
  const facts = [
    `\`${property.type?.getText()}\``,
    property.questionToken && optional(defaultValue),
  ];
  return `- \`${property.name.getText()}\`: ${facts.filter(Boolean).join(', ')}. ${oneLine(text)}`;
}

function optional(defaultValue = 'none'): string {
  if (defaultValue === 'none') return 'optional';
  return defaultValue.startsWith('none: ')
    ? defaultValue.replace('none:', 'without it,')
    : `default ${defaultValue}`;
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

function constants(contract: readonly (readonly [string, Declaration])[]): string {
  const rows = contract
    .filter(([, node]) => ts.isVariableStatement(node))
    .map(([name, node]) => `- \`${name}\`: ${oneLine(documented(node).text)}`);
  return rows.join('\n');
}

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

const listOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
