import type * as contract from '../generated/contract.ts';

/** Literal types become those of any text, number or boolean: another server may send another `token_type`. */
type Widened<Value> = Value extends string ? string : Value extends number ? number : Value;

/** What a server sends that keeps the contract but decides otherwise where it may: it needs only some of the fields. */
type Accepted<Data, Needed extends keyof Data> = {
  readonly [Name in Needed]: Widened<Data[Name]>;
} & {
  readonly [Name in keyof Data as Exclude<Name, Needed>]?: Widened<Data[Name]> | undefined;
};

/** The data of a login. Every server sends `access_token`; other servers than the reference server may send nothing else. */
export type LoginResult = Accepted<contract.LoginResult, 'access_token'>;

/**
 * The data of a generation. Every server sends `api_key`; other servers than the reference server may send nothing else. The
 * client also finds the `id` in `key_id`, `keyId`, `api_key_id`, `apiKeyId`, and in these fields of an object `key`. For another
 * field, read the documentation of the server: the data has every field of the response.
 */
export type GenerateApiKeyResult = Accepted<contract.GenerateApiKeyResult, 'api_key'>;

/** The data of a revocation. Other servers than the reference server may send an object without these fields. */
export type RevokeApiKeyResult = Accepted<contract.RevokeApiKeyResult, never>;
