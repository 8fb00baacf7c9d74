/** What a rule rests on, the most binding first. `docs/test/profile-and-reports.md` says what each means and when it fails the run. */
export const bases = ['safety', 'shown', 'standard', 'wire', 'decided', 'observed'] as const;
export type Basis = (typeof bases)[number];

const on = (basis: Basis) => (source: string) => ({ basis, source });

/** What a rule rests on: `...shown('4.1')`. */
export const safety = on('safety');
export const shown = on('shown');
export const standard = on('standard');
export const wire = on('wire');
export const decided = on('decided');
export const observed = on('observed');
