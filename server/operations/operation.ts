import type { operations } from '../../generated/types.ts';

export type OperationId = keyof operations;

/** Who sends a request to an operation that asks for an access token. */
export interface Caller {
  readonly accountId: string;
}

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : undefined;

type Path<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Parameters }
  ? Parameters
  : Record<never, never>;

export interface Input<Id extends OperationId> {
  readonly body: Body<Id>;
  readonly path: Path<Id>;
  /** Where the request came from, as far as that is known. */
  readonly address: string;
  /** That the answer will have. */
  readonly traceId: string;
  /** @throws Problem token_missing, where the contract asks for no access token and so there is no caller. */
  readonly caller: Caller;
}

/** The payload of an operation's success, as the contract describes it. */
export type Data<Id extends OperationId> =
  operations[Id]['responses'][200]['content']['application/json']['data'];

/** Answers with the payload, or throws a `Problem`. The envelope is written around either. */
export type Operation<Id extends OperationId, Deps> = (deps: Deps, input: Input<Id>) => Promise<Data<Id>>;
