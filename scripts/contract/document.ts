/** When and how an operation ends: `x-deprecation`, next to `deprecated: true`. The linter checks its form. */
export interface Deprecation {
  /** Days in UTC, such as `2027-01-01`: from `since` on, new clients should not use it; after `sunset`, it may be gone. */
  readonly since: string;
  readonly sunset: string;
  /** A page that explains what to use instead. */
  readonly link: string;
  /** The id of the operation that replaces it. */
  readonly successor?: string;
}

/** What the docs read of the bundled contract. OpenAPI 3.1.1 names and explains every field. */
export interface Document extends Pick<Marked, 'x-decision'> {
  readonly openapi: string;
  readonly info: Marked & {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
  };
  readonly servers?: readonly {
    readonly url: string;
    readonly variables?: Readonly<Record<string, { readonly default: string }>>;
  }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: Components;
  readonly 'x-limits'?: Readonly<Record<string, number>>;
}

export interface Marked {
  readonly description?: string;
  /** Slugs of `docs/test/decisions.md`. */
  readonly 'x-decision'?: string | readonly string[];
  readonly 'x-secret'?: boolean;
  readonly deprecated?: boolean;
  readonly 'x-deprecation'?: Deprecation;
}

export interface Reference {
  readonly $ref: string;
}

export interface PathItem {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly [method: string]: Operation | unknown;
}

export interface Operation extends Marked {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-limits'?: Readonly<Record<string, number>>;
}

export interface Parameter extends Marked, MediaType {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

export interface RequestBody extends Marked {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema?: Schema | Reference;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Response extends Marked {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly links?: Readonly<
    Record<string, { readonly operationId?: string; readonly description?: string }>
  >;
}

export interface Header extends Marked {
  readonly required?: boolean;
  readonly schema?: Schema | Reference;
}

export interface Example {
  readonly summary?: string;
  readonly value?: unknown;
  /** What causes a response that no single valid request causes. */
  readonly 'x-cause'?: string;
}

export interface SecurityScheme extends Marked {
  readonly type: string;
  readonly scheme?: string;
  readonly name?: string;
  readonly in?: string;
}

export interface Schema extends Marked {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema | Reference>>;
  readonly required?: readonly string[];
  readonly items?: Schema | Reference;
  readonly additionalProperties?: boolean | Schema | Reference;
  readonly anyOf?: readonly (Schema | Reference)[];
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly responses?: Readonly<Record<string, Response>>;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly examples?: Readonly<Record<string, Example>>;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
}
