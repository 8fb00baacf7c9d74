import type { SentRequest } from '../../../http/exchange.ts';
import type { Request } from '../../../http/request.ts';
import type { Resource } from './find-resources.ts';
import type { Identity } from './names.ts';

export type NamedValues = readonly (readonly [name: string, value: unknown])[];

/** What a response named that may be new. */
export interface Made {
  readonly resource: Resource;
  readonly identity: Identity;
  /** Deletes it, or reads it when nothing deletes it. */
  readonly request: Request;
  /** The requests whose responses named it. */
  readonly creations: readonly SentRequest[];
  /** What each of them sent for it. A server that keeps nothing always gives the same id. */
  readonly sent: readonly NamedValues[];
  /** The body of the last response, or the item of a list where that does not say what was created. */
  readonly made: unknown;
  /** Whether it was created in another resource of this run, in which there was nothing before. */
  readonly isInOwn: boolean;
  /** Without 201, the server may have found what was there. */
  readonly status: number;
  /** Whether `Location` of its response names it. */
  readonly isLocated: boolean;
}
