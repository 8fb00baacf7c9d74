/** A schema that `npm run generate` compiled: whether a value keeps it, and after a refusal why it does not. */
export interface CompiledCheck<Told extends Refusal = Refusal> {
  (value: unknown): boolean;
  readonly errors?: readonly Told[] | null;
}

/** As Ajv tells it. Nothing of the value is in these members. */
export interface Refusal {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
}
