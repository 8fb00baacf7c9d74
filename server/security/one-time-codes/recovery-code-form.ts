/**
 * The 15 characters of a code as a user types it (any case, with any dashes and spaces, o for 0, i or l for 1), or
 * `undefined` when it is not a recovery code.
 */
export function readRecoveryCode(input: string): string | undefined {
  const code = input.toLowerCase().replaceAll(/[-\s]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{15}$/.test(code) ? code : undefined;
}
