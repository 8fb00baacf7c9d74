import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { compareCommon } from './compare/common.ts';
import { comparePaths } from './compare/operations.ts';
import { compareSecuritySchemes } from './compare/security.ts';
import { breaksBoth, breaksClients, editorial, type Finding, finding, harmless, join } from './finding.ts';
import {
  below,
  type Contract,
  type ContractNode,
  children,
  fieldsOf,
  isSame,
  type Pair,
  pairUp,
  rootOf,
} from './tree.ts';

/** Every difference between two bundled contracts, the worst first, then by pointer. Only `info.version` is not compared. */
export function compare(released: Contract, later: Contract): readonly Finding[] {
  const pair: Pair = { before: rootOf(released), after: rootOf(later) };
  return join(compareRoots(pair));
}

/** @throws when the file does not exist or is not YAML */
export async function readContract(file: string): Promise<Contract> {
  return parse(await readFile(file, 'utf8'));
}

function* compareRoots(pair: Pair): Generator<Finding> {
  yield* compareCommon(pair, ['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security']);
  yield* compareInfo(pair);
  yield* compareServers(pair);
  yield* comparePaths(pair);
  yield* compareSecuritySchemes(pair);
  yield* compareSchemaNames(pair);
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

/** Clients that were generated with another base address send passwords and keys to it. */
function* compareServers({ before, after }: Pair): Generator<Finding> {
  for (const server of pairUp(serversOf(before), serversOf(after))) {
    if (server.after === undefined)
      yield finding(server.before, `server ${server.name} removed`, breaksClients('clients use its address'));
    else if (server.before === undefined)
      yield finding(server.after, `server ${server.name} added`, harmless('clients may use its address'));
    else {
      yield* compareCommon(server, ['url', 'variables']);
      const variables = (place: ContractNode) => children(below(place, 'variables'));
      for (const { name, before: was, after: is } of pairUp(
        variables(server.before),
        variables(server.after),
      )) {
        if (
          was === undefined ||
          is === undefined ||
          !['default', 'enum'].every((part) => isSame({ before: was, after: is }, part))
        )
          yield finding(
            server.after,
            `variable ${name} changed`,
            breaksClients('clients use its default'),
            'variables',
          );
        else yield* compareCommon({ before: was, after: is }, ['default', 'enum']);
      }
    }
  }
}

function serversOf(root: ContractNode): ReadonlyMap<string, ContractNode> {
  const servers = [...children(below(root, 'servers')).values()];
  return new Map(servers.map((place) => [String(fieldsOf(place.value).url), place]));
}

/** What the schemas say is compared where they are used. Their names are the names of generated types. */
function* compareSchemaNames({ before, after }: Pair): Generator<Finding> {
  const schemas = (place: ContractNode) => children(below(place, 'components', 'schemas'));
  for (const { before: was, after: is } of pairUp(schemas(before), schemas(after))) {
    if (is === undefined)
      yield finding(was, 'schema no longer has this name', harmless('generated types are named after it'));
    else if (was === undefined) yield finding(is, 'schema named', editorial);
  }
}
