import { expectTypeOf, test } from 'vitest';
import type { ApiFailure, Client, Result } from '../../client/index.ts';
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
