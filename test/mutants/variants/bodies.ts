import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import { comparePasswords } from '../mutants/overrides.ts';
import type { Variant } from '../variant.ts';

const ignoringUnknownFields: Partial<Behaviour> = {
  checkLogin: (value) => correct.checkLogin(only(value, ['identity', 'password', 'otp'])),
  checkGenerate: (value) => correct.checkGenerate(only(value, ['description'])),
};

const readWithJsonParse: Partial<Behaviour> = {
  readJson: (bytes) => {
    try {
      return { value: JSON.parse(bytes.toString()) };
    } catch {
      return refuse('malformed_request');
    }
  },
};

/** Changes each field of a body before it is checked. */
function reading(read: (value: unknown) => unknown): Partial<Behaviour> {
  const change = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).map(([name, field]) => [name, read(field)]);
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  };
  return {
    checkLogin: (value) => correct.checkLogin(change(value)),
    checkGenerate: (value) => correct.checkGenerate(change(value)),
  };
}

const anyIdentity: Partial<Behaviour> = {
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const { identity, password = 'x', otp = 'x' } = Object(value);
    return [identity, password, otp].every((one) => typeof one === 'string' && one !== '')
      ? Object(value)
      : checked;
  },
};

function only(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

export const bodyVariants: readonly Variant[] = [
  {
    name: 'a required description',
    overrides: {
      checkGenerate: (value) =>
        Object(value).description === undefined || Object(value).description === ''
          ? refuse('validation_failed')
          : correct.checkGenerate(value),
    },
  },
  {
    name: 'a required body',
    overrides: {
      readBody: (world, request, route) =>
        request.body.length === 0 ? refuse('malformed_request') : correct.readBody(world, request, route),
    },
  },
  {
    name: 'an empty login read as an empty object',
    overrides: {
      readBody: (world, request, route) =>
        request.body.length === 0 ? { value: {} } : correct.readBody(world, request, route),
    },
  },
  { name: 'unknown fields ignored', overrides: ignoringUnknownFields },
  {
    name: 'JSON read as JSON.parse reads it',
    overrides: readWithJsonParse,
  },
  { name: 'any media type', overrides: { checkMedia: () => undefined } },
  {
    // HMAC pads a short key with NUL characters.
    name: 'passwords hashed with PBKDF2 or scrypt',
    overrides: {
      ...readWithJsonParse,
      ...comparePasswords((real, given) => real === given.replace(/\0+$/, '')),
    },
  },
  { name: 'identities that are case-sensitive', overrides: { identityKey: (identity) => identity } },
  { name: 'null read as an absent field', overrides: reading((value) => value ?? undefined) },
  {
    name: 'a number read as the string of its digits',
    overrides: reading((value) => (typeof value === 'number' ? String(value) : value)),
  },
  {
    name: 'identities without the spaces around them',
    overrides: { identityKey: (identity) => correct.identityKey(identity.trim()), ...anyIdentity },
  },
  {
    name: 'descriptions of at most 60 characters, in one line',
    overrides: {
      checkGenerate: (value) =>
        /^[^\n]{0,60}$/.test(String(Object(value).description ?? ''))
          ? correct.checkGenerate(value)
          : refuse('validation_failed'),
    },
  },
  { name: 'identities in any format', overrides: anyIdentity },
];
