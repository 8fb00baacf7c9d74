import type { Edit } from './edit-value.ts';

/** What a response becomes, and how a report says it. The most telling first: what tests should notice above all. */
export const mutationKinds = {
  'missing-field': 'a required field is gone',
  'server-error': 'the server fails',
  'access-granted': 'a credential is accepted that should not be',
  null: 'a value is null',
  'other-type': 'a value has another type',
  'unknown-value': 'an enum has a value that clients may not know',
  'empty-list': 'a list is empty',
  'not-found': 'nothing is found',
  'other-status': 'another status',
  'repeated-page': 'the second page repeats the first',
  'content-type': 'a wrong content type',
  'cut-body': 'the body is cut off',
  late: 'a late response',
} as const;

export type MutationKind = keyof typeof mutationKinds;

/** The kinds, the most telling first. */
export const tellingFirst = Object.keys(mutationKinds) as readonly MutationKind[];

/** How a response is changed, as data. */
export type Change =
  | { readonly type: 'edit'; readonly at: readonly string[]; readonly edit: Edit }
  | {
      readonly type: 'replace';
      readonly status: number;
      readonly contentType: string | undefined;
      readonly body: string;
    }
  /** All pages become the first one of a run. The parameters choose the page. */
  | { readonly type: 'repeat'; readonly parameters: readonly string[] }
  | { readonly type: 'content-type' | 'cut' | 'late' };

/** A response, as reports show it. */
export interface Shown {
  readonly status: number;
  readonly contentType: string | undefined;
  /** JSON in lines, with long lists shortened. */
  readonly body: string;
  /** What else there is to say. */
  readonly note?: string;
}

/** An operation of the document, and what names it in reports. */
export interface NamedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** One change of all responses that an operation gives with one status, in a run of the tests. */
export interface Mutation {
  /** The same in every run with the same document. */
  readonly id: string;
  readonly operation: NamedOperation;
  readonly status: number;
  readonly kind: MutationKind;
  /** A sentence without its end: `` `items[].id` is gone ``. */
  readonly what: string;
  readonly change: Change;
  readonly before: Shown;
  readonly after: Shown;
}

export const nameOf = ({ method, path }: NamedOperation): string => `${method} ${path}`;

/** How much later the first response comes. Users do not wait so long, and many clients should not. */
export const lateMs = 5_000;

export const wrongContentType = 'text/html; charset=utf-8';
