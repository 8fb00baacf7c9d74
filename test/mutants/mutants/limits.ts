import { correct } from '../model/correct.ts';
import { refuse } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';

export const limitMutants: readonly Mutant[] = [
  { name: 'reads a body of any size', killedBy: 'limits/body-size', overrides: { longestBody: 1_000_000 } },
  { name: 'reads 4 KiB at most', killedBy: 'limits/body-size', overrides: { longestBody: 4_096 } },
  {
    name: 'accepts a target of any length',
    killedBy: 'limits/target-length',
    overrides: { longestTarget: 100_000 },
  },
  {
    name: 'reads headers of 64 KiB',
    killedBy: 'limits/header-size',
    overrides: { server: { ...correct.server, maxHeaderSize: 65_536 } },
  },
  {
    name: 'has no limit for keys',
    killedBy: 'limits/active-keys',
    overrides: {
      generate: async (world, owner, description) => {
        const key = world.behaviour.newKey(world, owner, description);
        world.keys.set(key.id, key);
        return { data: world.behaviour.generateResult(world, key) };
      },
    },
    options: { destructive: true },
  },
  {
    name: 'does not limit failed logins',
    killedBy: 'limits/failed-logins-are-rate-limited',
    overrides: {},
    options: { destructive: true },
  },
  {
    name: 'fails after very large headers',
    killedBy: 'limits/very-large-headers',
    overrides: exhausted(),
    options: { destructive: true },
  },
  {
    name: 'waits for a request without a timeout',
    killedBy: 'limits/slow-headers',
    overrides: { server: { ...correct.server, headersTimeout: 0, requestTimeout: 0 } },
    options: { destructive: true },
  },
];

function exhausted(): Mutant['overrides'] {
  let exhaustedNow = false;
  return {
    unparsed: (code) => {
      exhaustedNow ||= code === 'HPE_HEADER_OVERFLOW';
      return correct.unparsed(code);
    },
    authenticate: (world, request) =>
      exhaustedNow ? refuse('internal_error') : correct.authenticate(world, request),
  };
}
