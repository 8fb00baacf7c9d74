import type { Behaviour, World } from '../model/behaviour.ts';
import { codeOf, stepAt } from '../model/totp.ts';
import type { Variant } from '../variant.ts';
import { withHeaders } from './variant-overrides.ts';

function acceptingSteps(offsets: readonly number[]): Partial<Behaviour> {
  return {
    matchStep: (world, { totpSecret = '' }, code) =>
      offsets.map((offset) => stepAt(world.now()) + offset).find((step) => codeOf(totpSecret, step) === code),
  };
}

export const codeVariants: readonly Variant[] = [
  { name: 'codes of the current step only', overrides: acceptingSteps([0]) },
  {
    name: 'a clock that is an hour fast',
    overrides: {
      matchStep: (world: World, { totpSecret = '' }, code) => {
        const now = stepAt(world.now() + 3_600_000);
        return [now + 1, now, now - 1].find((step) => codeOf(totpSecret, step) === code);
      },
      ...withHeaders(({ Date: date, ...headers }) => ({
        ...headers,
        Date: new Date(Date.parse(String(date)) + 3_600_000).toUTCString(),
      })),
    },
  },
  { name: 'codes of ten steps', overrides: acceptingSteps([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]) },
];
