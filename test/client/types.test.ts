import { expectTypeOf, test } from 'vitest';
import type { ApiFailure, Client, Reason, Result } from '../../client/index.ts';
import type { components } from '../../generated/types.ts';

type Schemas = components['schemas'];

test('the methods return the types of the contract', () => {
  expectTypeOf<Client['login']>().returns.resolves.toEqualTypeOf<Schemas['LoginResult']>();
  expectTypeOf<Client['generateApiKey']>().returns.resolves.toEqualTypeOf<Schemas['GenerateApiKeyResult']>();
  expectTypeOf<Client['revokeApiKey']>().returns.resolves.toEqualTypeOf<Schemas['RevokeApiKeyResult']>();
});

test('a result is the data or a failure', () => {
  type Login = Awaited<ReturnType<Client['result']['login']>>;
  expectTypeOf<Login>().toEqualTypeOf<Result<Schemas['LoginResult']>>();
  expectTypeOf<Extract<Login, { ok: false }>['failure']>().toEqualTypeOf<ApiFailure>();
});

test('a reason is one of the contract, or one that this version does not know', () => {
  expectTypeOf<Reason>().toExtend<ApiFailure['reason']>();
  expectTypeOf<string>().toExtend<ApiFailure['reason']>();
  expectTypeOf<ApiFailure['reason']>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<Reason>();
});
