import { announced, deprecatedContract, ending } from '../../support/server/deprecated-contract.ts';
import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';
import { headers } from './altered-response.ts';
import { withOtherTraffic } from './other-traffic.ts';

const { deprecation: Deprecation, sunset: Sunset, link: Link } = announced;
const all = { Deprecation, Sunset, Link };

const plainMutants: readonly Mutant[] = [
  {
    name: 'is deprecated, as drafts of the standard had it',
    killedBy: 'deprecation/deprecation-is-a-date',
    overrides: headers(() => ({ Deprecation: 'true' })),
  },
  {
    name: 'writes the one date like the other',
    killedBy: 'deprecation/deprecation-is-a-date',
    overrides: headers(() => ({ Deprecation: Sunset })),
  },
  {
    name: 'ends on a day that is not written as HTTP does',
    killedBy: 'deprecation/sunset-is-a-date',
    overrides: headers(() => ({ Sunset: ending.sunset })),
  },
  {
    name: 'ends on a weekday that the day is not',
    killedBy: 'deprecation/sunset-is-a-date',
    overrides: headers(() => ({ Sunset: Sunset.replace('Thu', 'Fri') })),
  },
  {
    name: 'ends before it is deprecated',
    killedBy: 'deprecation/sunset-is-not-earlier',
    overrides: headers(() => ({ Deprecation, Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' })),
  },
  {
    name: 'goes on after its end',
    killedBy: 'deprecation/sunset-is-in-the-future',
    overrides: headers(() => ({ Sunset: 'Sat, 01 Jan 2000 00:00:00 GMT' })),
  },
  {
    name: 'announces an end that the contract does not know',
    killedBy: 'deprecation/matches-the-contract',
    overrides: headers(() => all),
  },
  {
    name: 'tells a sunset that the contract does not know',
    killedBy: 'deprecation/matches-the-contract',
    overrides: headers(() => ({ Sunset })),
  },
  atLogin('keeps its end to itself', () => ({})),
  atLogin('tells of its end in successes only', (refused) => (refused ? {} : all)),
  atLogin('tells of its end in failures only', (refused) => (refused ? all : {})),
  atLogin('has another day of deprecation', () => ({ ...all, Deprecation: '@1798761601' })),
  atLogin('has another sunset', () => ({ ...all, Sunset: 'Fri, 02 Jan 2128 00:00:00 GMT' })),
  atLogin('has no sunset', () => ({ Deprecation, Link })),
  atLogin('does not say what instead', () => ({ Deprecation, Sunset })),
  atLogin('links the page as something else', () => ({ ...all, Link: `<${ending.link}>; rel="help"` })),
  atLogin('links another page', () => ({ ...all, Link: '<https://example.com/>; rel="deprecation"' })),
];

/** Of a login that ends by the contract, and does not say so as the contract does. */
function atLogin(name: string, told: (refused: boolean) => Readonly<Record<string, string>>): Mutant {
  return {
    name,
    killedBy: 'deprecation/matches-the-contract',
    overrides: {
      headers: (world, outcome, request) => ({
        ...correct.headers(world, outcome, request),
        ...(request?.path === '/v1/auth/login' ? told(isRefusal(outcome)) : {}),
      }),
    },
    options: { contract: deprecatedContract('login') },
  };
}

export const deprecationMutants = plainMutants.map(withOtherTraffic);
