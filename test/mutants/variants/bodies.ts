import { type Behaviour, correct } from '../model/behaviour.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import type { Variant } from '../variant.ts';

const openBodies: Partial<Behaviour> = {
  checkLogin: (value) => correct.checkLogin(only(value, ['identity', 'password', 'otp'])),
  checkGenerate: (value) => correct.checkGenerate(only(value, ['description'])),
};

function only(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

export const bodyVariants: readonly Variant[] = [
  {
    name: 'a description that is required',
    overrides: {
      checkGenerate: (value) =>
        Object(value).description === undefined || Object(value).description === ''
          ? refuse('validation_failed')
          : correct.checkGenerate(value),
    },
  },
  {
    name: 'no body needed',
    overrides: {
      checkMedia: (world, asked) => (asked.body.length === 0 ? undefined : correct.checkMedia(world, asked)),
      readJson: (octets) => (octets.length === 0 ? { value: {} } : correct.readJson(octets)),
    },
  },
  { name: 'unknown members ignored', overrides: openBodies },
  {
    name: 'JSON read as JSON.parse reads it',
    overrides: {
      readJson: (octets) => {
        try {
          return { value: JSON.parse(octets.toString()) };
        } catch {
          return refuse('malformed_request');
        }
      },
    },
  },
  { name: 'any media type', overrides: { checkMedia: () => undefined } },
  { name: 'identities whose case counts', overrides: { identityKey: (identity) => identity } },
  {
    name: 'identities of any form',
    overrides: {
      checkLogin: (value) => {
        const checked = correct.checkLogin(value);
        if (!isRefusal(checked)) return checked;
        const { identity, password, otp } = Object(value);
        const text = [identity, password ?? 'x', otp ?? 'x'].every(
          (one) => typeof one === 'string' && one !== '',
        );
        return text ? Object(value) : checked;
      },
    },
  },
];
