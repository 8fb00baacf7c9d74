/** The error code of the system or a library, such as `ENOENT` or an SQLSTATE; `undefined` when the error has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
