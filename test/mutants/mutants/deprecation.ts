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
    name: 'sends Deprecation in the format of a draft',
    killedBy: 'deprecation/deprecation-is-a-date',
    overrides: headers(() => ({ Deprecation: 'true' })),
  },
  {
    name: 'sends Deprecation in the format of Sunset',
    killedBy: 'deprecation/deprecation-is-a-date',
    overrides: headers(() => ({ Deprecation: Sunset })),
  },
  {
    name: "sends Sunset in a format other than HTTP's",
    killedBy: 'deprecation/sunset-is-a-date',
    overrides: headers(() => ({ Sunset: ending.sunset })),
  },
  {
    name: 'sends Sunset with the wrong weekday',
    killedBy: 'deprecation/sunset-is-a-date',
    overrides: headers(() => ({ Sunset: Sunset.replace('Thu', 'Fri') })),
  },
  {
    name: 'sends a Sunset before Deprecation',
    killedBy: 'deprecation/sunset-is-not-earlier',
    overrides: headers(() => ({ Deprecation, Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' })),
  },
  {
    name: 'sends a Sunset in the past',
    killedBy: 'deprecation/sunset-is-in-the-future',
    overrides: headers(() => ({ Sunset: 'Sat, 01 Jan 2000 00:00:00 GMT' })),
  },
  {
    name: 'announces a deprecation that is not in the contract',
    killedBy: 'deprecation/matches-the-contract',
    overrides: headers(() => all),
  },
  {
    name: 'sends a Sunset that is not in the contract',
    killedBy: 'deprecation/matches-the-contract',
    overrides: headers(() => ({ Sunset })),
  },
  atLogin('does not announce its deprecation', () => ({})),
  atLogin('announces its deprecation only in successes', (rejected) => (rejected ? {} : all)),
  atLogin('announces its deprecation only in failures', (rejected) => (rejected ? all : {})),
  atLogin('sends another date of deprecation', () => ({ ...all, Deprecation: '@1798761601' })),
  atLogin('sends another sunset', () => ({ ...all, Sunset: 'Fri, 02 Jan 2128 00:00:00 GMT' })),
  atLogin('sends no sunset', () => ({ Deprecation, Link })),
  atLogin('sends no link', () => ({ Deprecation, Sunset })),
  atLogin('sends the link with another relation', () => ({ ...all, Link: `<${ending.link}>; rel="help"` })),
  atLogin('sends a link to another page', () => ({
    ...all,
    Link: '<https://example.com/>; rel="deprecation"',
  })),
];

/** Mutants of a contract in which login is deprecated: they announce it in another way. */
function atLogin(name: string, headersFor: (rejected: boolean) => Readonly<Record<string, string>>): Mutant {
  return {
    name,
    killedBy: 'deprecation/matches-the-contract',
    overrides: {
      headers: (world, outcome, request) => ({
        ...correct.headers(world, outcome, request),
        ...(request?.path === '/v1/auth/login' ? headersFor(isRefusal(outcome)) : {}),
      }),
    },
    options: { contract: deprecatedContract('login') },
  };
}

export const deprecationMutants = plainMutants.map(withOtherTraffic);
