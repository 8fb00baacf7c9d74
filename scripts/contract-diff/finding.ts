/** From worst to least: what breaks a client or another server, what a version may add, what changes no behaviour. */
export const impacts = ['breaking', 'additive', 'editorial'] as const;
export type Impact = (typeof impacts)[number];

export interface Finding {
  readonly rule: string;
  readonly impact: Impact;
  /** JSON Pointer (RFC 6901) to what changed: into the later document, or into the released one if it was removed. */
  readonly pointer: string;
  readonly sentence: string;
}

/** What we read of a change in redocly's report, version 1. */
export interface Change {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: 'major' | 'minor' | 'patch';
  /** Only this property of the element at the path changed. Without it, the whole element did. */
  readonly property?: string;
  readonly verdicts?: readonly { readonly ruleId: string; readonly message: string }[];
}

/** A bundled contract, as YAML reads it. */
export type Contract = Readonly<Record<string, unknown>>;

/** A comparison that redocly does not make, or rates differently from our versioning. */
export interface Rule {
  readonly name: string;
  /** Whether this rule rates a change instead of redocly. */
  readonly rates?: (change: Change) => boolean;
  readonly find: (released: Contract, later: Contract) => readonly Omit<Finding, 'rule'>[];
}
