import { announced } from '../../support/server/deprecated-contract.ts';
import type { Variant } from '../variant.ts';
import { withHeaders } from './variant-overrides.ts';

export const deprecationVariants: readonly Variant[] = [
  {
    name: 'its own deprecation, announced as the standards require',
    overrides: withHeaders((headers) => ({
      ...headers,
      Deprecation: `${announced.deprecation};note="moving"`,
      Sunset: announced.sunset,
      Link: ['<../docs/>; rel=deprecation', '<../../v2/>; title="a, b; rel=c"; rel="successor-version help"'],
    })),
    options: { only: ['deprecation', 'login', 'revocation'] },
  },
];
