/** A schema that `npm run generate` compiled. It returns whether a value is valid, and stores the errors in `errors`. */
export interface CompiledCheck<Found extends SchemaError = SchemaError> {
  (value: unknown): boolean;
  readonly errors?: readonly Found[] | null;
}

/** An error of Ajv. These fields contain nothing of the value. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
}
