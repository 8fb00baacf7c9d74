import { join } from 'node:path';
import type { Request } from '../load/load.ts';
import { generateRequests } from '../load/requests.ts';
import type { Bench } from '../run/benchmark.ts';
import { type Contender, loadSample } from '../run/measure-in-rounds.ts';
import type { ExpressOptions, UrlInfo } from '../subjects/express.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';

export type KeyServer = ReturnType<typeof keyServer>;

/** A server on which keys are generated and revoked, and the requests for it. */
export function keyServer(url: string, pid: number, tokens: readonly string[]) {
  return {
    url,
    pid,
    /** One per user. */
    generations: generateRequests(tokens),
    /** Revokes the key with this id, which belongs to the user with this index. */
    revocation: (id: string, user: number): Request => ({
      method: 'DELETE',
      path: `/v1/security/apikey/${id}`,
      headers: { authorization: `Bearer ${tokens[user]}` },
    }),
  };
}

/** Starts the service with this many users who are logged in. */
export async function startServiceWithKeys(bench: Bench, users: number): Promise<KeyServer> {
  const options: ServiceOptions = { database: join(bench.folder, 'service.db'), users };
  const { pid, info } = await bench.start<ServiceInfo>('subjects/service', options);
  return keyServer(info.url, pid, info.tokens);
}

/** Starts Express, which responds from memory and checks no tokens. */
export async function startExpress(
  bench: Bench,
  users: number,
  options?: ExpressOptions,
): Promise<KeyServer> {
  const { pid, info } = await bench.start<UrlInfo>('subjects/express', options);
  // As long as real tokens.
  return keyServer(info.url, pid, Array(users).fill(`aat_${'0'.repeat(49)}`));
}

/** Each round revokes the keys that it generated. */
export function keyTasks(bench: Bench, server: KeyServer, connections: number): Contender['tasks'] {
  const { url, pid, generations: requests } = server;
  let made: readonly (readonly [user: number, id: string])[] = [];
  return {
    generate: async (ms) => {
      const load = { url, requests, connections, ms, keep: '"id":"([^"]+)"' };
      const { sample, loaded } = await loadSample(bench, pid, load);
      made = loaded.kept;
      return sample;
    },
    revoke: async () => {
      const revocations = made.map(([user, id]) => server.revocation(id, user));
      return (await loadSample(bench, pid, { url, requests: revocations, connections })).sample;
    },
  };
}
