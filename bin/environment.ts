/** The environment of the command line: the one place of `bin/` that reads it. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** Whether people want colours here (https://no-color.org). */
export function wantsColour(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && (environment.NO_COLOR ?? '') === '';
}
