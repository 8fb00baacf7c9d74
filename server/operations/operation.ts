import type { operations } from '../../generated/types.ts';
import type { Caller } from '../store/store.ts';

export type OperationId = keyof operations;

type Content<Of> = Of extends { content: { 'application/json': infer Json } } ? Json : undefined;

/** `undefined` is part of it where the contract has no body, or an optional one. */
type Body<Id extends OperationId> = Content<operations[Id]['requestBody']>;

type Path<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Parameters }
  ? Parameters
  : Record<never, never>;

/** The headers that the contract describes for the operation, by their names in lower case. */
type Headers<Id extends OperationId> = LowerCase<
  NonNullable<operations[Id]['parameters']['header']>
>;

type LowerCase<Parameters> = [Parameters] extends [never]
  ? Record<never, never>
  : { readonly [Name in keyof Parameters as Lowercase<Name & string>]: Parameters[Name] };

/** A request that the contract allows. */
export interface Input<Id extends OperationId> {
  readonly body: Body<Id>;
  readonly path: Path<Id>;
  readonly headers: Headers<Id>;
  /** The IP address of the client; empty when it is unknown. */
  readonly address: string;
  readonly traceId: string;
  /** @throws Problem token_missing where the operation requires no access token, and so there is no caller */
  readonly caller: Caller;
  /** Adds a header to the response. */
  readonly setHeader: (name: string, value: string) => void;
}

/** The payload of a successful response, as the contract describes it. */
export type Data<Id extends OperationId> =
  operations[Id]['responses'][200]['content']['application/json']['data'];

/** Returns the payload, or throws a `Problem`. Its caller wraps either in the envelope. */
export type Operation<Id extends OperationId, Deps> = (
  deps: Deps,
  input: Input<Id>,
) => Promise<Data<Id>>;
