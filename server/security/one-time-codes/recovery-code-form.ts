/**
 * The 15 characters of a code as typed in (any case, any dashes and blanks, o for 0, i or l for 1), or `undefined` when it
 * cannot be a recovery code.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[-\s]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{15}$/.test(code) ? code : undefined;
}
