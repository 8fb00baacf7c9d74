import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { strict } from '../contract/strict.ts';
import { compareCommon, compareEach } from './compare/common.ts';
import { comparePaths } from './compare/operations.ts';
import { breaksBoth, breaksClients, editorial, type Finding, finding, harmless, join } from './finding.ts';
import { below, type Contract, type ContractNode, children, fieldsOf, type Pair, rootOf } from './tree.ts';

/** Every difference between two bundled contracts, the worst first, then by pointer. Only `info.version` is not compared. */
export function compare(released: Contract, later: Contract): readonly Finding[] {
  const pair: Pair = { before: rootOf(released), after: rootOf(later) };
  return join(compareRoots(pair));
}

/** A contract with everything that we promise, `x-strict` too. @throws when the file does not exist or is not YAML */
export async function readContract(file: string): Promise<Contract> {
  return strict(parse(await readFile(file, 'utf8')));
}

function* compareRoots(pair: Pair): Generator<Finding> {
  yield* compareCommon(pair, ['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security']);
  yield* compareInfo(pair);
  yield* comparePaths(pair);
  const component = (name: string) => (root: ContractNode) => children(below(root, 'components', name));
  // Clients that were generated with another base address send passwords and keys to it.
  yield* compareEach(pair, serversOf, {
    removed: (name) => [`server ${name} removed`, breaksClients('clients use its address')],
    added: (name) => [`server ${name} added`, harmless('clients may use its address')],
    both: compareServer,
  });
  yield* compareEach(pair, component('securitySchemes'), {
    removed: (name) => [`security scheme ${name} removed`, breaksBoth('access changes')],
    added: (name) => [`security scheme ${name} added`, breaksBoth('access changes')],
    both: (schemes) => compareCommon(schemes, []),
  });
  // What the schemas say is compared where they are used. Their names are the names of generated types.
  yield* compareEach(pair, component('schemas'), {
    removed: () => ['schema no longer has this name', harmless('generated types are named after it')],
    added: () => ['schema named', editorial],
    both: () => [],
  });
}

function* compareInfo({ before, after }: Pair): Generator<Finding> {
  const [was, is] = [before, after].map((place) => below(place, 'info'));
  if (was !== undefined && is !== undefined) yield* compareCommon({ before: was, after: is }, ['version']);
  const [from, to] = [before, after].map(({ value }) => String(fieldsOf(value).openapi));
  if (from !== to) {
    const minor = (version = '') => version.split('.').slice(0, 2).join('.');
    const rating = minor(from) === minor(to) ? editorial : breaksBoth('tools may not read it');
    yield finding(after, `openapi ${from} → ${to}`, rating, 'openapi');
  }
  if (!isDeepStrictEqual(fieldsOf(before.value).tags, fieldsOf(after.value).tags))
    yield finding(after, 'tags changed', editorial, 'tags');
}

function* compareServer(servers: Pair): Generator<Finding> {
  yield* compareCommon(servers, ['url', 'variables']);
  const [was, is] = [servers.before, servers.after].map(({ value }) => fieldsOf(value).variables);
  if (!isDeepStrictEqual(was, is))
    yield finding(servers.after, 'variables changed', breaksClients('clients use its default'), 'variables');
}

function serversOf(root: ContractNode): ReadonlyMap<string, ContractNode> {
  const servers = [...children(below(root, 'servers')).values()];
  return new Map(servers.map((place) => [String(fieldsOf(place.value).url), place]));
}
