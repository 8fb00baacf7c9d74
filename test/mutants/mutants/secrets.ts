import type { Key } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';
import { withOtherTraffic } from './other-traffic.ts';
import { withKeyData } from './overrides.ts';

const plainMutants: readonly Mutant[] = [
  {
    name: 'returns the key when it is revoked',
    killedBy: 'secrets/key-only-in-its-generate-response',
    overrides: {
      revokeResult: (world, key) => ({ ...correct.revokeResult(world, key), revoked: key.secret }),
    },
  },
  {
    name: 'returns the key as api_key when it is revoked',
    killedBy: 'secrets/no-part-of-a-secret',
    overrides: {
      revokeResult: (world, key) => ({ ...correct.revokeResult(world, key), api_key: key.secret }),
    },
  },
  {
    name: 'returns the key in hexadecimal when it is revoked',
    killedBy: 'secrets/key-only-in-its-generate-response',
    overrides: {
      revokeResult: (world, key) => ({
        ...correct.revokeResult(world, key),
        hex: Buffer.from(key.secret).toString('hex'),
      }),
    },
  },
  {
    name: 'returns every earlier key with a key',
    killedBy: 'secrets/key-only-in-its-generate-response',
    overrides: {
      generateResult: (world, key) => ({
        ...correct.generateResult(world, key),
        keys: [...world.keys.values()].map(({ secret }) => secret),
      }),
    },
    options: { only: ['secrets/key-only-in-its-generate-response', 'keys/keys-are-unique'] },
  },
  {
    name: 'quotes the key in its note',
    killedBy: 'secrets/key-only-in-its-generate-response',
    isDecided: true,
    overrides: withKeyData((data) => ({ ...data, note: `Store ${data.api_key} now` })),
  },
  {
    name: 'uses the key as its id and returns it',
    killedBy: 'secrets/key-only-in-its-generate-response',
    isDecided: true,
    overrides: {
      newKey: (world, owner, description) => {
        const key = correct.newKey(world, owner, description);
        return { ...key, id: key.secret };
      },
    },
  },
  {
    name: 'sends the key also in a header',
    killedBy: 'secrets/key-only-in-its-generate-response',
    overrides: {
      headers: (world, outcome, request) => ({
        ...correct.headers(world, outcome, request),
        ...('data' in outcome && outcome.data.api_key ? { 'X-Key': String(outcome.data.api_key) } : {}),
      }),
    },
  },
  {
    name: 'returns the token with every key',
    killedBy: 'secrets/token-only-in-its-login-response',
    overrides: {
      reply: (world, outcome, request, latencyMs) => {
        const reply = correct.reply(world, outcome, request, latencyMs);
        return {
          ...reply,
          headers: { ...reply.headers, 'X-Token': request?.header('authorization') ?? 'none' },
        };
      },
    },
  },
  ...Object.entries({
    'masks only the last four characters of a key': ({ secret }: Key) => ({
      masked: `${secret.slice(0, -4)}****`,
    }),
    'returns the end of a key when it is revoked': ({ secret }: Key) => ({ ends_with: secret.slice(-12) }),
    'returns the middle of a key in a text': ({ secret }: Key) => ({
      message: `Revoked ...${secret.slice(14, 30)}...`,
    }),
  }).map(
    ([name, shown]): Mutant => ({
      name,
      killedBy: 'secrets/no-part-of-a-secret',
      overrides: { revokeResult: (world, key) => ({ ...correct.revokeResult(world, key), ...shown(key) }) },
    }),
  ),
  {
    name: 'makes the id of most of the key',
    killedBy: 'secrets/no-part-of-a-secret',
    overrides: {
      newKey: (world, owner, description) => {
        const key = correct.newKey(world, owner, description);
        return { ...key, id: key.secret.slice(0, -8) };
      },
    },
  },
  {
    name: 'sends a part of the token in a header',
    killedBy: 'secrets/no-part-of-a-secret',
    overrides: {
      headers: (world, outcome, request) => ({
        ...correct.headers(world, outcome, request),
        'X-Session': request?.header('authorization')?.slice(-20) ?? 'none',
      }),
    },
  },
  {
    name: 'returns the password',
    killedBy: 'secrets/password-is-never-returned',
    overrides: {
      loginResult: (world, session) => ({
        ...correct.loginResult(world, session),
        account: { password: session.owner.password },
      }),
    },
  },
  {
    name: 'returns the TOTP secret',
    killedBy: 'secrets/second-factor-is-never-returned',
    overrides: {
      loginResult: (world, session) => ({
        ...correct.loginResult(world, session),
        totp: session.owner.totpSecret,
      }),
    },
  },
  {
    name: 'returns a wrong password',
    killedBy: 'secrets/credentials-are-not-echoed',
    overrides: {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        if (!isRefusal(outcome)) return outcome;
        return { ...outcome, headers: { 'X-Tried': encodeURIComponent(body.password ?? '') } };
      },
    },
  },
];

export const secretMutants = plainMutants.map(withOtherTraffic);
