import type { Request } from '../load/load.ts';
import { generateRequests, revokeRequest } from '../load/requests.ts';
import type { Bench } from '../run/bench.ts';
import type { Contender } from '../run/in-turns.ts';
import { loadSample } from '../run/load-sample.ts';

/** Where keys are generated and revoked, and how. */
export interface KeyServer {
  readonly url: string;
  readonly pid: number;
  /** One for each of the people. */
  readonly generations: readonly Request[];
  /** Of the key with this id, which belongs to the person of that number. */
  revocation(id: string, person: number): Request;
}

/** One that speaks our contract. */
export function keyServer(url: string, pid: number, tokens: readonly string[]): KeyServer {
  return {
    url,
    pid,
    generations: generateRequests(tokens),
    revocation: (id, person) => revokeRequest(id, tokens[person] ?? ''),
  };
}

/** What a turn revokes is what it has generated. */
export function keyTasks(bench: Bench, server: KeyServer, connections: number): Contender['tasks'] {
  const { url, pid, generations: requests } = server;
  let made: readonly (readonly [person: number, id: string])[] = [];
  return {
    generate: async (ms) => {
      const load = { url, requests, connections, ms, keep: '"id":"([^"]+)"' };
      const { sample, loaded } = await loadSample(bench, pid, load);
      made = loaded.kept;
      return sample;
    },
    revoke: async () => {
      const revocations = made.map(([person, id]) => server.revocation(id, person));
      return (await loadSample(bench, pid, { url, requests: revocations, connections })).sample;
    },
  };
}
