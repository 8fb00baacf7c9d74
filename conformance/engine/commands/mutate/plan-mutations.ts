import { type CompletedExchange, hasResponse } from '../../check.ts';
import { createDocumentModel } from '../../document/document-model.ts';
import { credentialsIn } from '../../document/document-suite.ts';
import type { ApiDocument } from '../../document/model/api-document.ts';
import { basePathsOf } from '../../document/model/base-paths.ts';
import { loadApiDocument, parseApiDocument } from '../../document/read/read-document.ts';
import { groupBy } from '../../group-by.ts';
import { parseBaseUrl } from '../../http/request.ts';
import { wordsIn } from '../../mask.ts';
import { findMutations } from '../../mutate/find-mutations.ts';
import type { Mutation, NamedOperation } from '../../mutate/mutation.ts';
import type { Seen } from '../../mutate/seen.ts';
import { createSecrets } from '../../secrets.ts';
import { asUsage } from '../inputs.ts';
import type { TestOptions } from '../options.ts';
import { learnSecrets } from '../proxy/learn-secrets.ts';
import { type Copy, readCopy } from '../proxy/read-copy.ts';
import type { TaskHost } from '../task-host.ts';
import type { TestProgram } from '../test-program.ts';
import { operationFinder } from './find-operation.ts';

export interface PlanInput extends Pick<TestOptions, 'document' | 'allowFiles'> {
  readonly baseUrl: string;
  /** What the tests got without any change. Nothing before they ran. */
  readonly copies: readonly Copy[];
}

export interface MutationPlan {
  readonly operations: readonly NamedOperation[];
  /** The paths of the document's servers. */
  readonly basePaths: readonly string[];
  readonly mutations: readonly Mutation[];
}

export async function planMutations(
  { program: load }: Pick<TaskHost, 'program'>,
  { baseUrl, copies, ...options }: PlanInput,
): Promise<MutationPlan> {
  const document = await asUsage(async () => readDocument(await load(), options));
  const model = createDocumentModel(document, {});
  const { operations } = model;
  const basePaths = basePathsOf(document);
  const find = operationFinder(operations, parseBaseUrl(baseUrl).prefix, basePaths);

  const secrets = createSecrets(() => wordsIn(document.root));
  const suites = [{ secretsIn: credentialsIn(model) }];
  const seen: {
    readonly key: string;
    readonly one: Omit<Seen, 'exchanges'>;
    readonly exchange: CompletedExchange;
  }[] = [];
  for (const [number, copy] of copies.entries()) {
    const read = readCopy(copy);
    if (read === undefined) continue;
    const exchange = { ...read, number };
    learnSecrets(exchange, secrets, suites);
    const operation = find(exchange);
    if (operation === undefined || !hasResponse(exchange)) continue;
    const { status } = exchange.response;
    seen.push({ key: `${operation.id} ${status}`, one: { operation, status }, exchange });
  }
  const groups = [...groupBy(seen, ({ key }) => key).values()].flatMap((group): Seen[] => {
    const [first] = group;
    return first ? [{ ...first.one, exchanges: group.map(({ exchange }) => exchange) }] : [];
  });
  return {
    operations: operations.map(({ id, method, path }) => ({ id, method, path })),
    basePaths,
    mutations: findMutations(model, groups, secrets),
  };
}

async function readDocument(
  { contract }: TestProgram,
  { document, allowFiles }: Pick<TestOptions, 'document' | 'allowFiles'>,
): Promise<ApiDocument> {
  if (document !== undefined) return loadApiDocument(document, { allowFiles });
  return parseApiDocument(contract?.document().text ?? '');
}
