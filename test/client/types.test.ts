import { expect, expectTypeOf, test } from 'vitest';
import {
  ApiFailure,
  type Client,
  type ClientReason,
  type ClientWithoutCredentials,
  type Credentials,
  createClient,
  type GenerateApiKeyResult,
  type LoginResult,
  type Reason,
  type RevokeApiKeyResult,
  type UnknownReason,
} from '../../client/index.ts';
import type { components } from '../../generated/types.ts';

type Schemas = components['schemas'];

test('the data has every field that the contract promises', () => {
  expectTypeOf<LoginResult>().toEqualTypeOf<Readonly<Schemas['LoginResult']>>();
  expectTypeOf<GenerateApiKeyResult['id']>().toEqualTypeOf<string>();
  expectTypeOf<GenerateApiKeyResult>().toEqualTypeOf<Readonly<Schemas['GenerateApiKeyResult']>>();
  expectTypeOf<RevokeApiKeyResult>().toEqualTypeOf<Readonly<Schemas['RevokeApiKeyResult']>>();
});

test('a reason is one of the contract, of the client, or one that this version does not know', () => {
  expectTypeOf<ApiFailure['reason']>().toExtend<string>();
  expectTypeOf<ApiFailure['reason']>().toEqualTypeOf<Reason | ClientReason | UnknownReason>();
});

type ReasonOf<Id extends keyof Client['result']> = Extract<
  Awaited<ReturnType<Client['result'][Id]>>,
  { ok: false }
>['failure']['reason'];

test('a result lists the reasons of its operation, and for a key operation those of the automatic login', () => {
  expectTypeOf<'otp_required'>().toExtend<ReasonOf<'login'>>();
  expectTypeOf<'key_limit_reached'>().not.toExtend<ReasonOf<'login'>>();
  expectTypeOf<'key_limit_reached'>().toExtend<ReasonOf<'generateApiKey'>>();
  expectTypeOf<'otp_required'>().toExtend<ReasonOf<'generateApiKey'>>();
  expectTypeOf<'key_not_found'>().not.toExtend<ReasonOf<'generateApiKey'>>();
  expectTypeOf<'key_not_found'>().toExtend<ReasonOf<'revokeApiKey'>>();
  // A switch over all of them leaves only the unknown ones to its default.
  expectTypeOf<
    Exclude<ReasonOf<'revokeApiKey'>, Reason | ClientReason>
  >().toEqualTypeOf<UnknownReason>();
});

test('a switch without a case for a reason does not compile', () => {
  const advise = (reason: ReasonOf<'login'>): string => {
    switch (reason) {
      case 'otp_required':
        return 'enter a code';
      default:
        // @ts-expect-error the other reasons of a login
        reason satisfies UnknownReason;
        return 'look at the code';
    }
  };
  expect(advise('otp_required')).toBe('enter a code');
});

test('a misspelt reason, and one of another operation, do not compile', () => {
  const advise = (reason: ReasonOf<'revokeApiKey'>, failure: ApiFailure): string => {
    // @ts-expect-error a misspelt reason
    if (reason === 'key_not_fund') return 'never';
    // @ts-expect-error a misspelt reason, of any operation
    if (failure.reason === 'key_not_fund') return 'never';
    switch (reason) {
      // @ts-expect-error a reason of generateApiKey
      case 'key_limit_reached':
        return 'never';
      case 'code_409':
        return 'conflict';
    }
    return String(reason) === 'key_frozen' ? 'unknown to this version' : reason;
  };
  expect(advise('code_409', new ApiFailure('No', { reason: 'not_found' }))).toBe('conflict');
});

test('a misspelt name, and an argument that is missing or not allowed, do not compile', () => {
  // Never called.
  const misspelt = async (client: Client) => {
    // @ts-expect-error a misspelt field of the request
    await client.login({ identity: 'ada@example.com', pasword: '' });
    // @ts-expect-error identity is required
    await client.login({ password: '' });
    // @ts-expect-error a misspelt field of the request
    await client.result.generateApiKey({ descripton: '' });
    // @ts-expect-error only a generation has an idempotency key
    await client.revokeApiKey('key_1', { idempotencyKey: 'deploy-7' });
    // @ts-expect-error the id is a string
    await client.revokeApiKey(7);
    // @ts-expect-error a misspelt field of the data
    (await client.generateApiKey()).apiKey;
    // @ts-expect-error `data` exists only after a check of `ok`
    (await client.result.generateApiKey()).data;
    // @ts-expect-error a misspelt option
    createClient({ baseUrl: '', timeOut: 1 });
    // @ts-expect-error a misspelt field of the credentials
    createClient({ baseUrl: '', credentials: { identity: '', pasword: '' } });
  };
  expectTypeOf(misspelt).toBeFunction();
});

test('without credentials, a key operation compiles only with an access token', () => {
  // Never called.
  const program = async (credentials: Credentials, accessToken: string) => {
    const without = createClient({ baseUrl: '' });
    // @ts-expect-error no access token
    await without.generateApiKey({ description: '' });
    // @ts-expect-error no access token
    await without.revokeApiKey('key_1', { timeout: 1 });
    // @ts-expect-error no access token
    await without.result.revokeApiKey('key_1');
    await without.login({ identity: '' });
    await without.generateApiKey({}, { accessToken, idempotencyKey: 'deploy-7' });
    await without.result.revokeApiKey('key_1', { accessToken });

    const client = createClient({ baseUrl: '', credentials });
    await client.generateApiKey();
    await client.result.revokeApiKey('key_1');
  };
  expectTypeOf(program).toBeFunction();
  // A function for clients without credentials takes those with credentials too.
  expectTypeOf<Client>().toExtend<ClientWithoutCredentials>();
});
