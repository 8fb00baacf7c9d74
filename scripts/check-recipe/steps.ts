/** A change by hand: a new file, or a text put into a file after or before an anchor. */
export type Edit =
  | { readonly file: string; readonly copyOf: string }
  | {
      readonly file: string;
      readonly anchor: string;
      readonly place: 'after' | 'before';
      readonly text: string;
    };

/** One step of the recipe: what a person edits, and which files the compiler then names as incomplete. */
export interface Step {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** Files or folders with type errors after the step. Empty when everything compiles. */
  readonly demands: readonly string[];
}

const client = 'client/create-client.ts';
const mock = 'mock/memory-store.ts';
const registry = 'server/operations/index.ts';

/** Adds `GET /v1/security/apikey`: the API keys of the caller, without their secrets. */
export const steps: readonly Step[] = [
  {
    title: 'Write the operation in the contract',
    edits: [
      { file: 'openapi/paths/list-api-keys.yaml', copyOf: 'list-api-keys.yaml' },
      {
        file: 'openapi/openapi.yaml',
        anchor: '  /v1/security/apikey/generate:\n',
        place: 'before',
        text: '  /v1/security/apikey:\n    $ref: paths/list-api-keys.yaml\n',
      },
    ],
    demands: [registry, client],
  },
  {
    title: 'Write the operation and register it',
    edits: [
      { file: 'server/operations/list-api-keys.ts', copyOf: 'list-api-keys.operation.txt' },
      {
        file: registry,
        anchor: "import { login } from './login.ts';\n",
        place: 'before',
        text: "import { listApiKeys } from './list-api-keys.ts';\n",
      },
      { file: registry, anchor: '  revokeApiKey,\n', place: 'after', text: '  listApiKeys,\n' },
    ],
    demands: [mock, client],
  },
  {
    title: 'Teach the mock what the operation needs',
    edits: [
      {
        file: mock,
        anchor: '      revoke: async (accountId, id, now) => {\n',
        place: 'before',
        text: `      list: async (accountId) =>
        [...(byId.get(accountId)?.keys.values() ?? [])].map((key) => ({
          ...key,
          state: key.revokedAt === undefined ? 'active' : 'revoked',
        })),

`,
      },
    ],
    demands: [client],
  },
  {
    title: 'Add the method of the client',
    edits: [
      { file: client, anchor: '  RevokeApiKeyResult,\n', place: 'before', text: '  paths,\n' },
      {
        file: client,
        anchor: 'type DataOf<',
        place: 'before',
        text: "type KeyList = paths['/v1/security/apikey']['get']['responses'][200]['content']['application/json']['data'];\n\n",
      },
      {
        file: client,
        anchor: "  ): Promise<Result<RevokeApiKeyResult, 'revokeApiKey' | 'login'>>;\n",
        place: 'after',
        text: `  /**
   * Lists the active API keys of the account, without their secrets.
   * @example
   * const { keys } = await client.listApiKeys();
   */
  listApiKeys(options?: KeyCallOptions): Promise<Result<KeyList, 'listApiKeys' | 'login'>>;
`,
      },
      {
        file: client,
        anchor: '    revokeApiKey: (id, options) =>\n',
        place: 'before',
        text: `    listApiKeys: (options) =>
      callWithToken(
        settings,
        session,
        {
          operation: 'listApiKeys',
          method: 'GET',
          path: '/v1/security/apikey',
        } satisfies ContractRequest<'listApiKeys'>,
        retryIfTemporary,
        options,
      ),
`,
      },
      {
        file: client,
        anchor: '    revokeApiKey: orThrow(result.revokeApiKey),\n',
        place: 'after',
        text: '    listApiKeys: orThrow(result.listApiKeys),\n',
      },
    ],
    demands: [],
  },
  {
    title: 'Test the operation',
    edits: [{ file: 'test/server/operations/list-api-keys.test.ts', copyOf: 'list-api-keys.test.txt' }],
    demands: [],
  },
];
